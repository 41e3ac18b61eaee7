package ajaxcrawl;

/** Wall-clock time. */
final class WallTime implements PageTime {

    private final double origin = System.currentTimeMillis();
    private final long start = System.nanoTime();

    @Override
    public double read() {
        return (System.nanoTime() - start) / 1e6;
    }

    @Override
    public double origin() {
        return origin;
    }

    @Override
    public void beginTask() { }
}
