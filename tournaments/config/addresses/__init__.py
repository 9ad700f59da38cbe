"""Addresses of pages, a module for each kind of visitor."""
