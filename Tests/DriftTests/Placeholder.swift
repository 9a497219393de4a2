import Drift
