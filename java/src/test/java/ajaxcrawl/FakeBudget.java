package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;

/** A budget with as much time as a test wants. */
final class FakeBudget implements RenderBudget {

    final List<String> reasons = new ArrayList<>();
    volatile long millis = 20_000;
    int open;

    @Override
    public long millisLeft() {
        return millis;
    }

    @Override
    public void beginOrigin() {
        open++;
    }

    @Override
    public void endOrigin() {
        open--;
    }

    @Override
    public void incomplete(final String reason) {
        reasons.add(reason);
    }
}
