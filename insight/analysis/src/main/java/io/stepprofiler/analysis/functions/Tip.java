package io.stepprofiler.analysis.functions;

import io.stepprofiler.amount.Amount;
import io.stepprofiler.analysis.functions.FunctionProfile.CallTotals;
import io.stepprofiler.event.ElementType;
import io.stepprofiler.event.Operand;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A rule that derives advice from the profile of a function, with the figures behind it.
 *
 * <p>Thresholds are shares of the time of the calls, so that a tip is worth about that much.
 */
public enum Tip {
    /** The first call took so much longer than the others that it distorts the figures. */
    FIRST_CALL(Tip::firstCall),
    /** Much of the time is between operations. */
    OVERHEAD(Tip::overhead),
    /** Loading and compiling took longer than the calls. */
    COMPILE_TIME(Tip::compileTime),
    /** Operations work with 64-bit floating point. */
    DOUBLE_PRECISION(Tip::doublePrecision),
    /** Operations mix types of floating point, so that one of them is converted at each call. */
    MIXED_TYPES(Tip::mixedTypes),
    /** Products of matrices run much slower than the fastest one of the same function. */
    SLOW_PRODUCT(Tip::slowProduct),
    /** Drawing random numbers takes much of the time. */
    RANDOM_NUMBERS(Tip::randomNumbers),
    /** Copying and converting takes much of the time. */
    COPIES(Tip::copies),
    /** One operation is called with ever new shapes. */
    CHANGING_SHAPES(Tip::changingShapes);

    private static final double MUCH = 0.1;
    private static final double MOST = 0.5;
    private static final int FEW_CALLS = 3;
    private static final int MANY_SHAPES = 10;
    private static final double SLOW_FIRST = 3;
    private static final double SLOW_PRODUCT_RATIO = 10;

    private static final Set<ElementType> FLOATING =
            Set.of(ElementType.HALF, ElementType.BFLOAT16, ElementType.FLOAT, ElementType.DOUBLE);
    private static final Set<String> RANDOM = Set.of(
            "bernoulli",
            "bernoulli_",
            "normal",
            "normal_",
            "uniform_",
            "rand",
            "randn",
            "randint",
            "random_",
            "randperm",
            "multinomial",
            "native_dropout",
            "exponential_",
            "dropout",
            "random_normal",
            "random_uniform",
            "random_bernoulli",
            "dropout_inverted",
            "gaussian");
    private static final Set<String> COPYING =
            Set.of("copy_", "_to_copy", "to", "contiguous", "clone", "copy", "cast", "assign", "dup");
    private static final Set<String> PRODUCTS =
            Set.of("mm", "addmm", "bmm", "baddbmm", "matmul", "linear", "gemm", "gemv", "mmul", "dot", "batchMatMul");

    @SuppressWarnings("ImmutableEnumChecker") // Functions without state.
    private final Function<FunctionProfile, Optional<String>> rule;

    Tip(Function<FunctionProfile, Optional<String>> rule) {
        this.rule = rule;
    }

    /**
     * {@return the advice, with the figures behind it; empty if the rule finds nothing}
     *
     * @param profile the profile of a function
     */
    public Optional<String> on(FunctionProfile profile) {
        return profile.calls().count() == 0 ? Optional.empty() : rule.apply(profile);
    }

    private static Optional<String> firstCall(FunctionProfile profile) {
        CallTotals calls = profile.calls();
        long others = calls.count() - 1;
        if (calls.ignored() > 0 || others < FEW_CALLS - 1) {
            return Optional.empty();
        }
        double mean = (double) (calls.nanos() - calls.firstNanos()) / others;
        return when(
                calls.firstNanos() > SLOW_FIRST * mean && calls.firstNanos() > MUCH * calls.nanos(),
                "the first call took %s, the others %s on average: leave it out with ignore_first_call, or warm up before",
                Amount.time(calls.firstNanos()),
                Amount.time(mean));
    }

    private static Optional<String> overhead(FunctionProfile profile) {
        long operations = profile.operationNanos();
        long executions = profile.applies().stream().mapToLong(Apply::calls).sum();
        long between = profile.calls().nanos() - operations;
        return when(
                executions > 0 && between > MOST * profile.calls().nanos(),
                "%s is outside operations, %s for each of %d: do more in each, such as by larger batches, or fewer",
                share(between, profile),
                Amount.time(between / Math.max(1, executions)),
                executions);
    }

    private static Optional<String> compileTime(FunctionProfile profile) {
        long compile = profile.compile().totalNanos();
        return when(
                compile > profile.calls().nanos(),
                "getting ready took %s, the calls %s: a class data archive (-XX:SharedArchiveFile) loads classes faster",
                Amount.time(compile),
                Amount.time(profile.calls().nanos()));
    }

    private static Optional<String> doublePrecision(FunctionProfile profile) {
        return shareOf(profile, apply -> floatingTypes(apply).equals(Set.of(ElementType.DOUBLE)))
                .map(found -> found.text() + " in 64-bit floating point: 32 bits need half the memory and time,"
                        + " if they are exact enough");
    }

    private static Optional<String> mixedTypes(FunctionProfile profile) {
        return shareOf(profile, apply -> floatingTypes(apply).size() > 1)
                .map(found -> found.text() + " with inputs of several types of floating point, first "
                        + found.first().operation().text() + ": give all one type, or each call converts");
    }

    private static Optional<String> slowProduct(FunctionProfile profile) {
        List<Apply> products = profile.applies().stream()
                .filter(apply -> PRODUCTS.contains(plain(apply)) && apply.flops() > 0 && apply.flopNanos() > 0)
                .toList();
        double fastest = products.stream().mapToDouble(Tip::rate).max().orElse(0);
        return products.stream()
                .filter(apply -> SLOW_PRODUCT_RATIO * rate(apply) < fastest
                        && apply.nanos() > MUCH * profile.calls().nanos())
                .max(Comparator.comparingLong(Apply::nanos))
                .map(slow -> format(
                        "%s takes %s at %.2f Gflops/s, where the fastest product has %.2f: larger matrices, or"
                                + " several products as one, use the processor better",
                        slow.operation().text(), share(slow.nanos(), profile), rate(slow), fastest));
    }

    private static Optional<String> randomNumbers(FunctionProfile profile) {
        return shareOf(profile, apply -> RANDOM.contains(plain(apply)))
                .map(found -> found.text() + " for random numbers, first in "
                        + found.first().place() + ": draw them for several steps at once, or on another thread");
    }

    private static Optional<String> copies(FunctionProfile profile) {
        return shareOf(profile, apply -> COPYING.contains(plain(apply)))
                .map(found -> found.text() + " for copies and conversions, first in "
                        + found.first().place() + ": keep data in the type and layout in which it is needed");
    }

    private static Optional<String> changingShapes(FunctionProfile profile) {
        return profile.classes().stream()
                .filter(total -> total.nanos() > MUCH * profile.calls().nanos())
                .map(total -> {
                    List<Apply> applies = profile.applies().stream()
                            .filter(apply -> apply.operation().name().equals(total.name()))
                            .filter(apply ->
                                    !apply.operation().signature().inputs().isEmpty())
                            .toList();
                    long shapes = applies.stream()
                            .map(apply -> apply.operation().withoutStrides())
                            .distinct()
                            .count();
                    long rare = applies.stream()
                            .filter(apply -> apply.calls() > 0
                                    && 2 * apply.calls() < profile.calls().count())
                            .count();
                    return when(
                            shapes > MANY_SHAPES && rare > MOST * applies.size(),
                            "%s is called with %d different shapes, most of them in few calls: pad to a few sizes",
                            total.name(),
                            shapes);
                })
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Nodes that take more than {@link #MUCH} of the time together. */
    private record Found(Apply first, String text) {}

    private static Optional<Found> shareOf(FunctionProfile profile, Predicate<Apply> which) {
        List<Apply> found = profile.appliesByTime().stream().filter(which).toList();
        long nanos = found.stream().mapToLong(Apply::nanos).sum();
        if (nanos <= MUCH * profile.calls().nanos()) {
            return Optional.empty();
        }
        String text = share(nanos, profile) + " is spent in " + Amount.count(found.size(), "node");
        return Optional.of(new Found(found.get(0), text));
    }

    private static Set<ElementType> floatingTypes(Apply apply) {
        return Stream.concat(
                        apply.operation().signature().inputs().stream(),
                        apply.operation().signature().outputs().stream())
                .map(Operand::elementType)
                .filter(FLOATING::contains)
                .collect(Collectors.toSet());
    }

    /** The name without its namespace. */
    private static String plain(Apply apply) {
        String name = apply.operation().name();
        return name.substring(name.lastIndexOf(':') + 1);
    }

    /** Floating point operations per second, in units of 2^30, as in tables. */
    private static double rate(Apply apply) {
        return apply.flopNanos() == 0 ? 0 : apply.flops() / (double) (1 << 30) / (apply.flopNanos() / 1e9);
    }

    private static Optional<String> when(boolean isTrue, String text, Object... values) {
        return isTrue ? Optional.of(format(text, values)) : Optional.empty();
    }

    private static String share(long nanos, FunctionProfile profile) {
        return Amount.share((double) nanos / profile.calls().nanos(), "the time");
    }

    private static String format(String text, Object... values) {
        return String.format(Locale.ROOT, text, values);
    }
}
