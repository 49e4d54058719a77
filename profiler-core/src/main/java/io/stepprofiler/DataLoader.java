package io.stepprofiler;

import io.stepprofiler.event.EventKind;
import io.stepprofiler.frameworks.PyTorch;
import io.stepprofiler.source.ActivityType;
import java.util.Iterator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Wraps the iterator of a training loop's batches, so that the time spent waiting for them is recorded as data loading.
 *
 * <pre>{@code
 * for (Batch batch : DataLoader.wrap(batches)) {
 *     train(batch);
 *     profile.step();
 * }
 * }</pre>
 *
 * <p>Each call of {@code next()} is a scope {@code enumerate(DataLoader)#<class>.__next__}, the name by which
 * TensorBoard's plugin and others recognize data loading. Many loaders do their work in {@code hasNext()}: each of its
 * calls is a scope {@code enumerate(DataLoader)#<class>.hasNext.__next__}. The next batch is never fetched before it is
 * asked for. The thread that ends the steps also adds up its waits in a wrapped iterator for the {@linkplain
 * io.stepprofiler.ledger.StepLedger step ledger}, outside of windows, too: two readings of the clock for each call.
 */
public final class DataLoader {
    private static final Scope.Named NAMED = (recorder, loader, none, number, other) ->
            recorder.open(recorder.refOf(nameOf(loader), EventKind.DATA_LOADER, none));

    private DataLoader() {}

    /**
     * {@return the same elements, with their loading recorded} Costs a scope for each call while recording.
     *
     * @param <T> type of the batches
     * @param batches the batches to load
     */
    public static <T> Iterable<T> wrap(Iterable<T> batches) {
        Objects.requireNonNull(batches, "batches");
        return () -> wrap(batches.iterator());
    }

    /**
     * {@return the same elements, with their loading recorded}
     *
     * @param <T> type of the batches
     * @param batches the batches to load
     */
    public static <T> Iterator<T> wrap(Iterator<T> batches) {
        String type = batches.getClass().getSimpleName();
        String loader = type.isEmpty() ? "Iterator" : type;
        Label hasNext = Label.of(nameOf(loader + ".hasNext"), EventKind.DATA_LOADER, "");
        Label next = Label.of(nameOf(loader), EventKind.DATA_LOADER, "");
        return new Iterator<>() {
            @Override
            @SuppressWarnings("try") // The scope variable is there to be closed.
            public boolean hasNext() {
                long began = ProcessSteps.waitBegan();
                try (Scope ignored = Scope.open(hasNext, ActivityType.DATA_LOADER)) {
                    return batches.hasNext();
                } finally {
                    ProcessSteps.waitEnded(began);
                }
            }

            @Override
            @SuppressWarnings("try") // The scope variable is there to be closed.
            public T next() {
                long began = ProcessSteps.waitBegan();
                try (Scope ignored = Scope.open(next, ActivityType.DATA_LOADER)) {
                    return batches.next();
                } finally {
                    ProcessSteps.waitEnded(began);
                }
            }

            @Override
            public void remove() {
                batches.remove();
            }
        };
    }

    /**
     * Opens a scope of data loading, for loops that have no iterator.
     *
     * @param loader name of the loader, such as its class
     * @return the scope to close, never null
     */
    public static Scope open(String loader) {
        return Scope.openNamed(loader, null, NAMED, ActivityType.DATA_LOADER);
    }

    private static String nameOf(@Nullable String loader) {
        return PyTorch.DATA_LOADER_PREFIX + loader + ".__next__";
    }
}
