"""The evaluation of evaluation: simulated runs, fidelity, reliability, correlation."""
