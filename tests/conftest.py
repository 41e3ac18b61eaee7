"""What holds for all tests."""

import hypothesis

# a busy machine is slow at times, and an example's time is nothing that these tests judge
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")
