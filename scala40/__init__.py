"""Scala 40: pure rules, no framework, no clock, no dice."""
