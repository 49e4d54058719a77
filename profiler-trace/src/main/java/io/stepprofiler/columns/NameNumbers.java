package io.stepprofiler.columns;

/** Translation of the name, signature and call stack numbers of a segment to the numbers in the tables of a trace. */
public final class NameNumbers {
    final int[] names;
    final int[] signatures;
    final int[] stacks;

    /**
     * Adds the tables of a segment to the tables of a trace.
     *
     * @param segment tables that are translated from
     * @param trace tables that are translated to
     */
    public NameNumbers(NameTables segment, NameTables trace) {
        trace.addKindsOf(segment);
        names = numbers(segment.names, trace.names);
        signatures = numbers(segment.signatures, trace.signatures);
        stacks = numbers(segment.stacks, trace.stacks);
    }

    private static <T> int[] numbers(InternTable<T> from, InternTable<T> to) {
        int[] numbers = new int[from.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = to.idOf(from.value(i));
        }
        return numbers;
    }
}
