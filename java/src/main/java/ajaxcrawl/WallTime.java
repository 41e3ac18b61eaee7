package ajaxcrawl;

import java.time.Instant;

/** Wall-clock time, by the clock that timers and {@code Date} go by, so that none comes before its time by another. */
final class WallTime implements PageTime {

    private final double origin = System.currentTimeMillis();
    private double latest;

    @Override
    public synchronized double read() {
        final Instant now = Instant.now();
        latest = Math.max(latest, now.getEpochSecond() * 1e3 + now.getNano() / 1000 / 1e3 - origin);
        return latest;
    }

    @Override
    public double origin() {
        return origin;
    }

    @Override
    public void beginTask() { }
}
