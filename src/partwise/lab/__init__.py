"""Meta-evaluation: simulated runs, fidelity, reliability, correlation."""
