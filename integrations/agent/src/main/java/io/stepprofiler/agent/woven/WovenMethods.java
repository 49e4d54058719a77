package io.stepprofiler.agent.woven;

import io.stepprofiler.Label;
import io.stepprofiler.Scope;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Scopes of woven methods, identified by the number that is woven into each.
 *
 * <p>While nothing is recorded, a woven method costs the one load of the recorder's switch: the array is a constant,
 * and its element is not needed until the switch is known to be on. Safe on any thread; never throws.
 */
public final class WovenMethods {
    /** Maximum number of names of woven methods: {@value}. */
    public static final int MAX_METHODS = 1 << 14;

    /** Origin of steps that begin with calls of a method. */
    public static final String CALLS_ORIGIN = "calls";

    private static final Label[] LABELS = new Label[MAX_METHODS];
    private static final Map<String, Integer> NUMBERS = new HashMap<>();

    /** Most counted calls: {@value}. Calls beyond it only read, so that threads do not wait for each other. */
    public static final int MOST_CALLS = 1 << 20;

    private static final int[] CALLS = new int[MAX_METHODS];

    private static volatile int step = -1;
    private static volatile String chosen = "";

    static {
        Arrays.fill(LABELS, Label.of("(woven)"));
    }

    private WovenMethods() {}

    /**
     * {@return the number of a scope name, assigned on first use; empty if there are too many}
     *
     * @param name name of the scopes
     */
    public static OptionalInt number(String name) {
        synchronized (NUMBERS) {
            Integer known = NUMBERS.get(name);
            if (known != null) {
                return OptionalInt.of(known);
            }
            int next = NUMBERS.size();
            if (next == MAX_METHODS) {
                return OptionalInt.empty();
            }
            LABELS[next] = Label.of(name);
            NUMBERS.put(name, next);
            return OptionalInt.of(next);
        }
    }

    /**
     * {@return the number of a method whose calls are counted; empty if there are too many, which leaves numbers to scopes}
     *
     * @param name name of the method
     */
    public static OptionalInt countedNumber(String name) {
        synchronized (NUMBERS) {
            return NUMBERS.size() < MAX_METHODS / 2 || NUMBERS.containsKey(name) ? number(name) : OptionalInt.empty();
        }
    }

    /**
     * {@return a token for {@link #exit}}
     *
     * @param number the number of the method that begins
     */
    public static long enter(int number) {
        return Scope.begin(LABELS[number]);
    }

    /**
     * Ends the scope of a method.
     *
     * @param token from {@link #enter}
     */
    public static void exit(long token) {
        Scope.end(token);
    }

    /**
     * Counts a call, or ends a step with it if the method was chosen.
     *
     * @param number the number of the method
     */
    public static void called(int number) {
        int calls = CALLS[number];
        if (number == step) {
            WovenSteps.end(CALLS_ORIGIN);
        } else if (calls < MOST_CALLS) {
            CALLS[number] = calls + 1;
        }
    }

    /**
     * {@return the counted calls of a method}
     *
     * @param name name of the method
     */
    public static int calls(String name) {
        synchronized (NUMBERS) {
            Integer known = NUMBERS.get(name);
            return known == null ? 0 : CALLS[known];
        }
    }

    /**
     * Chooses the method whose calls are steps.
     *
     * @param name name of the method; no method if it is empty
     */
    public static void choose(String name) {
        chosen = name;
        step = number(name).orElse(-1);
    }

    /** {@return the method whose calls are steps; empty if there is none} */
    public static String chosen() {
        return chosen;
    }
}
