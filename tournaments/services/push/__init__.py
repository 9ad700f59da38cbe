"""Web Push: browsers that follow an entry are told of its call, also while the page is closed. docs/adr/0023."""
