"""Web Push: a browser that follows an entry gets its call, also while the page is closed (docs/alerts.md)."""
