package io.stepprofiler.analysis.functions;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** The functions of one trace, numbered from 0, and the function that events of each name are calls of. */
final class FunctionSelection {
    static final int NONE = -1;

    private final List<String> functions;
    private final int[] ofNames;
    private final boolean steps;

    private FunctionSelection(List<String> functions, int[] ofNames, boolean steps) {
        this.functions = functions;
        this.ofNames = ofNames;
        this.steps = steps;
    }

    static FunctionSelection ofSteps(String function) {
        return new FunctionSelection(List.of(function), new int[0], true);
    }

    static FunctionSelection of(int nameCount, IntFunction<Optional<String>> functionOfName) {
        Map<String, Integer> numbers = new HashMap<>();
        List<String> functions = new ArrayList<>();
        int[] ofNames = new int[nameCount];
        Arrays.fill(ofNames, NONE);
        for (int name = 0; name < nameCount; name++) {
            Optional<String> function = functionOfName.apply(name);
            if (function.isPresent()) {
                ofNames[name] = numbers.computeIfAbsent(function.get(), text -> {
                    functions.add(text);
                    return functions.size() - 1;
                });
            }
        }
        return new FunctionSelection(functions, ofNames, false);
    }

    /** The functions by their numbers. */
    List<String> functions() {
        return functions;
    }

    /** True if the steps are calls of function 0 and no events are calls. */
    boolean areSteps() {
        return steps;
    }

    /** The function of events with a name, or {@link #NONE}. */
    int ofName(int nameId) {
        return nameId < ofNames.length ? ofNames[nameId] : NONE;
    }
}
