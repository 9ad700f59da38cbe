"""Tests of what other programs are told."""
