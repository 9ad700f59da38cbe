"""Tests of the pages of webhooks."""
