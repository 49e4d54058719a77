package io.stepprofiler.services;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Search for the first service of a type that can be used here, with the reasons against the others. */
public final class FirstUsable {
    /** Limit for a list of services in which every line is broken. */
    private static final int MAX_FAILURES = 16;

    /**
     * Attempt to use a service.
     *
     * @param <S> the service's type
     * @param <U> the type of the result
     */
    public interface Attempt<S, U> {
        /**
         * {@return the result of using the service; null if it cannot be used}
         *
         * @param service the service
         * @param against receives the reason why it cannot be used
         */
        @Nullable
        U use(S service, Consumer<String> against);
    }

    private FirstUsable() {}

    /**
     * {@return the result of the first usable service, or a fallback}
     *
     * <p>Never throws, whatever services do: it runs in initializers of classes that all recording needs.
     *
     * @param services the services, loaded by a class of the module that uses them
     * @param attempt tries to use a service
     * @param without makes the fallback, from the reasons against all services
     * @param <S> the services' type
     * @param <U> the type of the result
     */
    public static <S, U> U of(ServiceLoader<S> services, Attempt<S, U> attempt, Function<String, U> without) {
        List<String> reasons = new ArrayList<>();
        try {
            Iterator<S> left = services.iterator();
            while (reasons.size() < MAX_FAILURES) {
                try {
                    if (!left.hasNext()) {
                        break;
                    }
                    U used = attempt.use(left.next(), reasons::add);
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
