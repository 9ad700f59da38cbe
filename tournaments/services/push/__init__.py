"""Web Push: browsers that follow an entry get its call, also while the page is closed. docs/adr/0023."""
