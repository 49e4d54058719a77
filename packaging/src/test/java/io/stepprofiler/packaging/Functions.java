package io.stepprofiler.packaging;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.ObjIntConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lambda expressions and method references of every sort, and what they answer. */
public final class Functions {
    private final List<String> answers = new ArrayList<>();
    private final String own = "own";

    private Functions() {}

    /** An interface of ours with a private method to be called, and a method that takes two words of the stack. */
    interface Named {
        String name(long first, double second);

        private String inner() {
            return "inner " + name(1, 2);
        }

        default Supplier<String> supplier() {
            return this::inner;
        }
    }

    static final class Inner {
        private final int value;

        private Inner(int value) {
            this.value = value;
        }

        private int plus(int other) {
            return value + other;
        }

        Supplier<Supplier<Integer>> nested(int other) {
            return () -> () -> plus(other);
        }
    }

    static final class Many {
        static List<Supplier<Integer>> all() {
            return List.of(
                    () -> 0, () -> 1, () -> 2, () -> 3, () -> 4, () -> 5, () -> 6, () -> 7, () -> 8, () -> 9, () -> 10,
                    () -> 11, () -> 12);
        }
    }

    public static Callable<String> constant() {
        return () -> "constant";
    }

    public static List<String> answers() throws Exception {
        Functions functions = new Functions();
        functions.add();
        return functions.answers;
    }

    private void say(Object answer) {
        answers.add(String.valueOf(answer));
    }

    private int length(String text) {
        return own.length() + text.length();
    }

    private void add() throws Exception {
        boolean yes = answers.isEmpty();
        byte small = (byte) (answers.size() - 3);
        char letter = "x".charAt(0);
        short shorter = (short) (answers.size() + 300);
        long large = answers.size() + (1L << 40);
        float floating = answers.size() + 0.5f;
        double precise = answers.size() + 0.25;
        say(constant().call());

        // Captured values of every kind, in an order that mixes them.
        Supplier<String> all =
                () -> own + yes + small + letter + shorter + large + floating + precise + answers.getClass();
        say(all.get());
        BooleanSupplier bool = () -> yes;
        say(bool.getAsBoolean());
        LongSupplier wide = () -> large;
        say(wide.getAsLong());

        // Method references: static, of an object, of an argument, of a superclass, constructors, arrays.
        Function<String, Integer> parse = Integer::parseInt;
        say(parse.apply("12"));
        Function<String, Integer> bound = this::length;
        say(bound.apply("four"));
        BiFunction<Functions, String, Integer> unbound = Functions::length;
        say(unbound.apply(this, "five!"));
        Function<Object, String> virtual = Object::toString;
        say(virtual.apply(List.of(1)));
        Function<List<String>, Integer> byInterface = List::size;
        say(byInterface.apply(List.of("a", "b")));
        Function<Integer, Inner> constructor = Inner::new;
        say(constructor.apply(7).value);
        IntFunction<String[]> array = String[]::new;
        say(array.apply(3).length);
        UnaryOperator<int[]> copy = int[]::clone;
        say(Arrays.toString(copy.apply(new int[] {1, 2})));
        say(constructor.apply(4).nested(5).get().get());
        Named named = (first, second) -> first + " " + second;
        say(named.supplier().get());
        Supplier<String> asSuper = super::toString;
        say(asSuper.get().isEmpty());

        // Boxes are opened, closed, and made wider.
        ToLongFunction<Integer> wider = Integer::intValue;
        say(wider.applyAsLong(5));
        ToDoubleFunction<Long> precisely = each -> each;
        say(precisely.applyAsDouble(6L));
        Comparator<Integer> order = Integer::compare;
        say(order.compare(1, 2));
        IntUnaryOperator twice = each -> each * 2;
        say(twice.applyAsInt(21));
        DoubleUnaryOperator root = Math::sqrt;
        say(root.applyAsDouble(9));
        Function<Integer, Long> box = each -> (long) each;
        say(box.apply(3));
        Function<Character, Object> character = Character::toUpperCase;
        say(character.apply('q'));
        Predicate<String> empty = String::isEmpty;
        say(empty.negate().and(each -> each.length() > 1).test("ab"));
        IntFunction<Object> widened = Functions::half;
        say(widened.apply(3));

        // Results that nobody wants.
        ObjIntConsumer<List<Integer>> adds = List::add;
        List<Integer> numbers = new ArrayList<>();
        adds.accept(numbers, 8);
        say(numbers);
        Runnable ignored = () -> half(2);
        ignored.run();
        Runnable made = Object::new;
        made.run();

        // Serializable ones stay as they are.
        Supplier<String> kept = (Supplier<String> & Serializable) () -> "serializable";
        say(kept.get());

        Map<Integer, List<String>> grouped = Stream.of("a", "bb", "cc")
                .collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList()));
        say(grouped);
        say(IntStream.range(0, 30)
                .mapToObj(each -> (Supplier<Integer>) () -> each * small)
                .map(Supplier::get)
                .toList());
        try {
            Function<Object, Integer> wrong = unchecked((String text) -> text.length());
            say(wrong.apply(1));
        } catch (ClassCastException e) {
            say("class cast");
        }
    }

    private static double half(long value) {
        return value / 2.0;
    }

    @SuppressWarnings("unchecked")
    private static <T> Function<Object, Integer> unchecked(Function<T, Integer> function) {
        return (Function<Object, Integer>) function;
    }
}
