"""Tests of any card game on paper."""
