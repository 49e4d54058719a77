package io.stepprofiler.trace;

/** The numbers that the texts of a trace have for those of a segment. */
@SuppressWarnings("ArrayRecordComponent") // Compared by nobody.
record TextNumbers(int[] names, int[] signatures, int[] stacks) {
    /** Adds the texts of a segment to those of a trace. */
    static TextNumbers of(NameTables segment, NameTables trace) {
        return new TextNumbers(
                numbers(segment.names(), trace.names()),
                numbers(segment.signatures(), trace.signatures()),
                numbers(segment.stacks(), trace.stacks()));
    }

    private static <T> int[] numbers(Interned<T> from, Interned<T> to) {
        int[] numbers = new int[from.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = to.idOf(from.value(i));
        }
        return numbers;
    }
}
