package io.stepprofiler.recording;

import io.stepprofiler.event.ElementType;
import org.jspecify.annotations.Nullable;

/** Inputs, outputs and links of an operation, in the form in which a {@link DetailLog} holds them. */
public final class Operands {

    public static final int MAX_OPERANDS = 64;

    public static final int MAX_RANK = 64;

    /** Length of a record without operands, in longs. */
    public static final int FIXED = 6;

    /** Reference of an empty text, which as a name would be counted as an anomaly. */
    public static final int NO_TEXT = 0;

    /** Flag next to the number of words for an operation that does not nest. */
    public static final int ASYNC = 1 << 15;

    public static final int MAX_WORDS = 1024;

    private final int maxWords;
    private final OperandWords words;
    private final long[] storages;
    private int storageCount;
    private boolean storagesKnown;
    private final @Nullable String[] texts = new String[MAX_OPERANDS];
    private final int[] textsAt = new int[MAX_OPERANDS];
    private int textCount;
    private int operands;
    private boolean cut;
    private boolean output;
    private boolean mutated;
    private boolean async;
    private @Nullable String overload;
    private long sequenceNumber = -1;
    private long forwardThread = -1;
    private long flops = -1;
    private long correlation = -1;

    /** Creates operands with room for {@code maxWords} longs. */
    public Operands(int maxWords) {
        this.maxWords = maxWords;
        words = new OperandWords(maxWords);
        // Enough for all words: a tensor takes at least one.
        storages = new long[maxWords];
    }

    public void clear() {
        words.clear();
        storageCount = 0;
        storagesKnown = false;
        textCount = 0;
        operands = 0;
        cut = false;
        output = false;
        mutated = false;
        async = false;
        overload = null;
        sequenceNumber = -1;
        forwardThread = -1;
        flops = -1;
        correlation = -1;
    }

    public void outputs() {
        output = true;
    }

    public void mutated() {
        mutated = true;
    }

    public void tensor(ElementType type, long[] dims) {
        add(type, dims, null, 0);
    }

    public void tensor(ElementType type, long[] dims, long storage) {
        add(type, dims, null, storage);
    }

    public void tensor(ElementType type, long[] dims, long[] strides, long storage) {
        add(type, dims, strides, storage);
    }

    private void add(ElementType type, long @Nullable [] dims, long @Nullable [] strides, long storage) {
        int rank = dims == null ? 0 : dims.length;
        boolean strided = strides != null && strides.length == rank;
        cut |= dims == null || (strides != null && !strided);
        if (hasRoom(rank, 1 + (strided ? 2 : 1) * rank)) {
            words.operand(OperandWords.TENSOR, output, mutated, strided, type, rank);
            if (dims != null) {
                words.addAll(dims, rank);
            }
            if (strides != null && strided) {
                words.addAll(strides, rank);
            }
            addStorage(storage);
        }
        added();
    }

    public void tensors(ElementType type, long[][] dims) {
        addAll(type, dims, null, null);
    }

    public void tensors(ElementType type, long[][] dims, long[] storages) {
        addAll(type, dims, null, storages);
    }

    public void tensors(ElementType type, long[][] dims, long[][] strides, long[] storages) {
        addAll(type, dims, strides, storages);
    }

    private void addAll(ElementType type, long[][] dims, long @Nullable [][] strides, long @Nullable [] storageOfEach) {
        boolean strided = strides != null && haveSameLengths(dims, strides);
        boolean located = storageOfEach != null && dims != null && storageOfEach.length == dims.length;
        cut |= (strides != null && !strided) || (storageOfEach != null && !located);
        int total = total(dims);
        if (hasRoom(longest(dims), 1 + (strided ? 2 * total - dims.length : total))) {
            words.operand(OperandWords.TENSOR_LIST, output, mutated, strided, type, dims.length);
            for (int i = 0; i < dims.length; i++) {
                words.add(dims[i].length);
                words.addAll(dims[i], dims[i].length);
                if (strides != null && strided) {
                    words.addAll(strides[i], strides[i].length);
                }
                addStorage(storageOfEach != null && located ? storageOfEach[i] : 0);
            }
        }
        added();
    }

    private static boolean haveSameLengths(long @Nullable [] @Nullable [] some, long @Nullable [] @Nullable [] others) {
        if (some == null || others == null || some.length != others.length) {
            return false;
        }
        for (int i = 0; i < some.length; i++) {
            long[] one = some[i];
            long[] other = others[i];
            if (one == null || other == null || one.length != other.length) {
                return false;
            }
        }
        return true;
    }

    /** Returns the maximum of the number of tensors and their ranks; beyond all limits if an array is null. */
    private static int longest(long @Nullable [] @Nullable [] dims) {
        int longest = dims == null ? Integer.MAX_VALUE : dims.length;
        for (int i = 0; dims != null && i < dims.length; i++) {
            long[] each = dims[i];
            longest = Math.max(longest, each == null ? Integer.MAX_VALUE : each.length);
        }
        return longest;
    }

    private static int total(long @Nullable [] @Nullable [] dims) {
        int total = 0;
        for (int i = 0; dims != null && i < dims.length; i++) {
            long[] each = dims[i];
            total += each == null ? 0 : 1 + each.length;
        }
        return total;
    }

    public void scalar(long value) {
        single(OperandWords.LONG, value);
    }

    public void scalar(double value) {
        single(OperandWords.DOUBLE, Double.doubleToRawLongBits(value));
    }

    public void scalar(boolean value) {
        single(OperandWords.BOOLEAN, value ? 1 : 0);
    }

    private void single(int kind, long word) {
        if (hasRoom(0, 2)) {
            words.operand(kind, output, mutated, false, ElementType.UNKNOWN, 1);
            words.add(word);
        }
        added();
    }

    public void scalars(long[] values) {
        int count = values == null ? Integer.MAX_VALUE : values.length;
        if (values != null && hasRoom(count, 1 + count)) {
            words.operand(OperandWords.LONGS, output, mutated, false, ElementType.UNKNOWN, values.length);
            words.addAll(values, values.length);
        }
        cut |= values == null;
        added();
    }

    public void scalars(double[] values) {
        int count = values == null ? Integer.MAX_VALUE : values.length;
        if (values != null && hasRoom(count, 1 + count)) {
            words.operand(OperandWords.DOUBLES, output, mutated, false, ElementType.UNKNOWN, values.length);
            for (double value : values) {
                words.add(Double.doubleToRawLongBits(value));
            }
        }
        cut |= values == null;
        added();
    }

    public void text(String value) {
        if (value == null) {
            absent();
            return;
        }
        if (hasRoom(0, 2)) {
            words.operand(OperandWords.TEXT, output, mutated, false, ElementType.UNKNOWN, 1);
            if (textCount < MAX_OPERANDS) {
                texts[textCount] = value;
                textsAt[textCount++] = words.size();
            }
            words.add(0);
        }
        added();
    }

    public void absent() {
        if (hasRoom(0, 1)) {
            words.operand(OperandWords.ABSENT, output, mutated, false, ElementType.UNKNOWN, 0);
        }
        added();
    }

    public void overload(String name) {
        overload = name;
    }

    public void async() {
        async = true;
    }

    public void sequenceNumber(long number) {
        sequenceNumber = number;
    }

    public void forwardThread(long threadId) {
        forwardThread = threadId;
    }

    public void flops(long count) {
        flops = Math.max(count, -1);
    }

    public void correlation(long number) {
        correlation = number;
    }

    private boolean hasRoom(int length, int wordCount) {
        boolean room = operands < MAX_OPERANDS && length <= MAX_RANK && words.size() + wordCount <= maxWords;
        if (!room) {
            cut = true;
            if (operands < MAX_OPERANDS && words.size() < maxWords) {
                // A placeholder, so that later operands keep their positions.
                words.operand(OperandWords.ABSENT, output, mutated, false, ElementType.UNKNOWN, 0);
            }
        }
        return room;
    }

    private void added() {
        mutated = false;
        operands++;
    }

    private void addStorage(long storage) {
        if (storageCount < storages.length) {
            storages[storageCount++] = storage;
            storagesKnown |= storage != 0;
        }
    }

    /** True if something was left out, because of the limits or of invalid arrays. */
    public boolean isCut() {
        return cut;
    }

    /** Returns the length of a record in longs. */
    int recordLength(boolean withOperands) {
        return FIXED + (withOperands ? words.size() + recordedStorages() : 0);
    }

    private int recordedStorages() {
        return storagesKnown ? storageCount : 0;
    }

    /** Writes the record into a log that has room for it; {@code names} are the names of the window. */
    public void write(DetailLog log, int slot, boolean withOperands, NameTable names) {
        int wordCount = withOperands ? words.size() : 0;
        int storageWords = withOperands ? recordedStorages() : 0;
        int overloadRef = refOf(overload, names);
        log.begin(DetailLog.OPERATION, FIXED + wordCount + storageWords, slot);
        log.put(((long) overloadRef << 32) | ((long) storageWords << 16) | (async ? ASYNC : 0) | wordCount);
        log.put(sequenceNumber);
        log.put(forwardThread);
        log.put(flops);
        log.put(correlation);
        int first = log.at();
        log.put(words.array(), wordCount);
        for (int i = 0; withOperands && i < textCount; i++) {
            log.set(first + textsAt[i], refOf(texts[i], names));
        }
        log.put(storages, storageWords);
        log.publish();
    }

    private static int refOf(@Nullable String text, NameTable names) {
        return text == null || text.isEmpty() ? NO_TEXT : names.refOf(text);
    }
}
