package io.stepprofiler.analysis.window;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Methods that the body of a step calls, by call stacks: the method directly inside the frames that nearly all stacks
 * share. Frames of Java around frames of the program do not count, so that a lambda in a stream is a call of its method.
 */
final class DirectCallees {
    /** Smallest part of all stacks inside a method that only encloses the steps. */
    private static final double NEARLY_ALL = 0.9;

    /** Smallest part of its stacks in further methods: with less, the method is work with some calls. */
    private static final double HALF = 0.5;

    private static final String PROFILER = "the profiler";
    private static final String UNKNOWN = "unknown code";

    /** Shared methods, outermost first. */
    private final List<String> shared = new ArrayList<>();

    /**
     * Methods of a call stack, outermost first.
     *
     * @param methods methods of the program and of libraries, and the method of Java that the last one of these calls
     * @param written number of methods that are not of Java
     */
    private record Calls(List<String> methods, int written) {
        static Calls of(List<StackTraceElement> stack) {
            int inner = 0;
            while (inner < stack.size() && !isWritten(stack.get(inner))) {
                inner++;
            }
            List<String> methods = new ArrayList<>();
            for (int i = stack.size() - 1; i >= inner; i--) {
                String method = ProgramFrames.method(stack.get(i));
                boolean isRepeated =
                        !methods.isEmpty() && methods.get(methods.size() - 1).equals(method);
                if (isWritten(stack.get(i)) && !isRepeated) {
                    methods.add(method);
                }
            }
            int written = methods.size();
            if (stack.isEmpty()) {
                methods.add(UNKNOWN);
            } else if (inner > 0) {
                methods.add(nameOutside(stack.get(written == 0 ? 0 : inner - 1)));
            }
            return new Calls(methods, written);
        }

        private static boolean isWritten(StackTraceElement frame) {
            return ProgramFrames.isWritten(frame.getClassName());
        }

        private static String nameOutside(StackTraceElement frame) {
            return ProgramFrames.isOfProfiler(frame.getClassName()) ? PROFILER : ProgramFrames.method(frame);
        }

        boolean beginsWith(List<String> outer) {
            return outer.size() < methods.size()
                    && methods.subList(0, outer.size()).equals(outer);
        }
    }

    /** Finds the shared methods of some call stacks, each innermost frame first; a method of steps is always shared. */
    DirectCallees(List<List<StackTraceElement>> stacks, StepMethods steps) {
        List<Calls> all = stacks.stream().map(Calls::of).toList();
        shared.addAll(aroundSteps(all, steps));
        List<Calls> inside =
                all.stream().filter(calls -> calls.beginsWith(shared)).toList();
        int whole = inside.size();
        while (true) {
            Map<String, Integer> next = new HashMap<>();
            Map<String, Integer> further = new HashMap<>();
            int depth = shared.size();
            for (Calls calls : inside) {
                next.merge(calls.methods.get(depth), 1, Integer::sum);
                further.merge(calls.methods.get(depth), calls.written > depth + 1 ? 1 : 0, Integer::sum);
            }
            List<String> enclosing = next.entrySet().stream()
                    .filter(each -> each.getValue() >= NEARLY_ALL * whole)
                    .filter(each -> further.getOrDefault(each.getKey(), 0) >= HALF * each.getValue())
                    .map(Map.Entry::getKey)
                    .toList();
            if (enclosing.isEmpty()) {
                return;
            }
            shared.addAll(enclosing);
            inside = inside.stream().filter(calls -> calls.beginsWith(shared)).toList();
        }
    }

    /** Returns the methods down to the method of steps in most stacks; empty if no stack has one. */
    private static List<String> aroundSteps(List<Calls> all, StepMethods steps) {
        Map<List<String>, Integer> counts = new LinkedHashMap<>();
        for (Calls calls : all) {
            int depth = 0;
            while (depth < calls.written && !steps.contain(calls.methods.get(depth))) {
                depth++;
            }
            if (depth < calls.written) {
                counts.merge(calls.methods.subList(0, depth + 1), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(List.of());
    }

    /** Returns the short name of the method that a call stack is in, such as {@code Mlp.forward}. */
    String of(List<StackTraceElement> stack) {
        return calls(stack).get(0);
    }

    /** Returns the short names of the methods inside the shared ones, outermost first, at least one. */
    List<String> calls(List<StackTraceElement> stack) {
        List<String> methods = Calls.of(stack).methods;
        int depth = 0;
        while (depth < shared.size()
                && depth < methods.size()
                && shared.get(depth).equals(methods.get(depth))) {
            depth++;
        }
        return depth < methods.size()
                ? methods.subList(depth, methods.size()).stream()
                        .map(DirectCallees::shortened)
                        .toList()
                : List.of(shortened(methods.get(depth - 1)) + " itself");
    }

    private static String shortened(String method) {
        int type = method.lastIndexOf('.', method.lastIndexOf('.') - 1);
        return method.substring(type + 1);
    }
}
