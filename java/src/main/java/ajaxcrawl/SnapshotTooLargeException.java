package ajaxcrawl;

/** A snapshot's text passed {@code max_snapshot_bytes}. */
final class SnapshotTooLargeException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    SnapshotTooLargeException(final long limit) {
        super("the snapshot is larger than max_snapshot_bytes, " + limit);
    }
}
