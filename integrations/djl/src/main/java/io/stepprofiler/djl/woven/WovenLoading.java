package io.stepprofiler.djl.woven;

import ai.djl.training.dataset.Batch;
import ai.djl.training.dataset.DataIterable;
import io.stepprofiler.DataLoader;
import io.stepprofiler.Scope;
import io.stepprofiler.djl.recording.WovenFailures;
import org.jspecify.annotations.Nullable;

/** Recorder of the loading of batches. */
public final class WovenLoading {
    private WovenLoading() {}

    /**
     * {@return the scope for {@link #exit} after the batch was loaded; null if nothing is recorded}
     *
     * @param loader the iterator of batches
     */
    public static @Nullable Object enter(Object loader) {
        return Scope.isRecording() ? DataLoader.open(loader.getClass().getSimpleName()) : null;
    }

    /**
     * Ends the wait for a batch.
     *
     * @param entered from {@link #enter}; null is ignored
     */
    public static void exit(@Nullable Object entered) {
        if (entered instanceof Scope scope) {
            scope.close();
        }
    }

    /**
     * Notes a batch that has been loaded.
     *
     * @param batch the batch; null if loading has failed
     */
    public static void loaded(Object batch) {
        if (Scope.isRecording()) {
            try {
                if (batch instanceof Batch loaded) {
                    WovenTraining.loaded(loaded.getSize());
                }
            } catch (Throwable e) {
                WovenFailures.count(e);
            }
        }
    }

    /**
     * {@return batches whose loading is recorded} An iterable of DJL's own class is not wrapped, since it is woven.
     *
     * @param <T> the class of batches
     * @param batches batches of a dataset
     */
    public static <T> Iterable<T> wrap(Iterable<T> batches) {
        try {
            boolean woven = batches == null || batches instanceof DataIterable;
            return woven ? batches : DataLoader.wrap(batches);
        } catch (Throwable e) {
            WovenFailures.count(e);
            return batches;
        }
    }
}
