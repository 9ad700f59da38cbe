"""The doors for programs: each endpoint reads its request, asks for access, and calls one service or selector."""
