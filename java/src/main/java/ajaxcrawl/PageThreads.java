package ajaxcrawl;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads that pages run on: reused, unless a page had to be ended from outside. */
final class PageThreads {

    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS,
            new SynchronousQueue<>(), PageThread::new);

    void run(final Runnable work) {
        pool.execute(() -> {
            work.run();
            ((PageThread) Thread.currentThread()).endIfHit();
        });
    }
}
