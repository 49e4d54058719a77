package io.stepprofiler.services;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The first service of a type that can be used here, and the reasons against the others. */
public final class FirstUsable {
    /** A list of services that is broken in every line ends here. */
    private static final int MAX_FAILURES = 16;

    /** Makes what is used of a service. */
    public interface Attempt<S, U> {
        /**
         * {@return what is used of it; null if it cannot be}
         *
         * @param service the service
         * @param against receives the reason why it cannot be
         */
        @Nullable
        U use(S service, Consumer<String> against);
    }

    private FirstUsable() {}

    /**
     * {@return what is used of the first service that can be, or what there is without one}
     *
     * <p>Never throws, whatever services do: it runs in initializers of classes that all recording needs.
     *
     * @param type the services' type
     * @param loader where they are looked for
     * @param attempt makes what is used of a service
     * @param without makes what is used without one, given the reason
     * @param <S> the services' type
     * @param <U> the type of what is used
     */
    public static <S, U> U of(Class<S> type, ClassLoader loader, Attempt<S, U> attempt, Function<String, U> without) {
        List<String> reasons = new ArrayList<>();
        try {
            Iterator<S> services = ServiceLoader.load(type, loader).iterator();
            while (reasons.size() < MAX_FAILURES) {
                try {
                    if (!services.hasNext()) {
                        break;
                    }
                    U used = attempt.use(services.next(), reasons::add);
                    if (used != null) {
                        return used;
                    }
                } catch (Throwable e) {
                    reasons.add(e.toString());
                }
            }
        } catch (Throwable e) {
            reasons.add(e.toString());
        }
        return without.apply(reasons.isEmpty() ? "there is no other source" : String.join("; ", reasons));
    }
}
