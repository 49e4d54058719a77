package io.stepprofiler.services;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Look-up of services. The loaders are made by the callers, because the module system allows a module to load only the
 * services that it uses itself.
 */
public final class FoundServices {
    /** Limit for a list of services in which every line is broken. */
    private static final int MAX_FAILURES = 16;

    /**
     * Attempt to use a service.
     *
     * @param <S> the services' type
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

    private FoundServices() {}

    /**
     * {@return the services of a type: from the thread's class loader, as applications expect; from our own if that one
     * does not know the profiler}
     *
     * @param load loads the services by a class loader, in a class of the module that uses them
     * @param <S> the services' type
     * @throws java.util.ServiceConfigurationError if one of them cannot be loaded
     */
    public static <S> List<S> all(Function<@Nullable ClassLoader, ServiceLoader<S>> load) {
        List<S> found = new ArrayList<>();
        load.apply(Thread.currentThread().getContextClassLoader()).forEach(found::add);
        if (found.isEmpty()) {
            load.apply(FoundServices.class.getClassLoader()).forEach(found::add);
        }
        return found;
    }

    /**
     * {@return the services that can be loaded and fulfil a condition}
     *
     * <p>Never throws, whatever services do.
     *
     * @param services the services, loaded by a class of the module that uses them
     * @param condition the condition
     * @param failures receives the reasons why others cannot be loaded
     * @param <S> the services' type
     */
    public static <S> List<S> usable(
            ServiceLoader<S> services, Predicate<? super S> condition, Consumer<Throwable> failures) {
        List<S> found = new ArrayList<>();
        visit(
                services,
                service -> {
                    if (condition.test(service)) {
                        found.add(service);
                    }
                    return true;
                },
                failures);
        return List.copyOf(found);
    }

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
    public static <S, U> U first(ServiceLoader<S> services, Attempt<S, U> attempt, Function<String, U> without) {
        List<String> reasons = new ArrayList<>();
        List<U> used = new ArrayList<>(1);
        visit(
                services,
                service -> {
                    U result = attempt.use(service, reasons::add);
                    if (result != null) {
                        used.add(result);
                    }
                    return result == null;
                },
                failure -> reasons.add(failure.toString()));
        if (!used.isEmpty()) {
            return used.get(0);
        }
        return without.apply(reasons.isEmpty() ? "there is no other source" : String.join("; ", reasons));
    }

    /** Visitor of services. */
    private interface Visitor<S> {
        /** Returns true to go on. */
        boolean visit(S service);
    }

    private static <S> void visit(ServiceLoader<S> services, Visitor<S> visitor, Consumer<Throwable> failures) {
        Iterator<S> left = services.iterator();
        for (int failed = 0; failed < MAX_FAILURES; ) {
            try {
                if (!left.hasNext() || !visitor.visit(left.next())) {
                    return;
                }
            } catch (Throwable e) {
                failed++;
                failures.accept(e);
            }
        }
    }
}
