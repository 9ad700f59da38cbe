"""What pages and programs are served with alike: how an outage is told from a fault."""
