package io.stepprofiler;

import io.stepprofiler.event.ElementType;
import org.jspecify.annotations.Nullable;

/**
 * Inputs and outputs of an operation, and its links to other operations. Filled anew for each operation.
 *
 * <pre>{@code
 * details.clear()
 *         .tensor(ElementType.FLOAT, input.shape(), input.address())
 *         .tensor(ElementType.FLOAT, weight.shape(), weight.address())
 *         .sequenceNumber(number);
 * try (Scope ignored = Scope.open(LINEAR, details)) {
 *     output = linear(input, weight);
 * }
 * }</pre>
 *
 * <p>A thread needs one object, of about 20 KB, and filling it and recording from it allocates nothing. It may be
 * filled again as soon as the scope is open. Nothing here throws: what is beyond the limits ({@value #MAX_OPERANDS}
 * operands of up to {@value #MAX_RANK} dimensions) is left out, its place kept, and counted in the trace. Inputs and
 * outputs are recorded if the profile has {@link ProfileBuilder#recordShapes}, the rest always. For use by one thread.
 */
public final class OpDetails {
    /** Most inputs and outputs together: {@value}. */
    public static final int MAX_OPERANDS = 64;

    /** Most dimensions of a tensor, and most tensors or numbers of a list: {@value}. */
    public static final int MAX_RANK = 64;

    private static final int MAX_WORDS = 1024;

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

    /** Details of an operation of which nothing is known yet. */
    public OpDetails() {
        this(MAX_WORDS);
    }

    /** Details with room for operands of so many longs. */
    OpDetails(int maxWords) {
        this.maxWords = maxWords;
        words = new OperandWords(maxWords);
        // As many as there is room for in words: a tensor takes at least one.
        storages = new long[maxWords];
    }

    /**
     * Forgets everything.
     *
     * @return this object
     */
    public OpDetails clear() {
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
        return this;
    }

    /**
     * Lets the operands that follow be outputs; those before are inputs.
     *
     * @return this object
     */
    public OpDetails outputs() {
        output = true;
        return this;
    }

    /**
     * Says that the operation writes into the next operand.
     *
     * @return this object
     */
    public OpDetails mutated() {
        mutated = true;
        return this;
    }

    /**
     * Adds a tensor.
     *
     * @param type what its elements are
     * @param dims its dimensions; copied
     * @return this object
     */
    public OpDetails tensor(ElementType type, long... dims) {
        return add(type, dims, null, 0);
    }

    /**
     * Adds a tensor that is known by its storage, which lets the memory timeline follow it.
     *
     * @param type what its elements are
     * @param dims its dimensions; copied
     * @param storage the address of its storage, as in {@link Memory#allocated}; 0 if not known. It says nothing of the
     *     device, so addresses should be unique over all devices, as those of one process are
     * @return this object
     */
    public OpDetails tensor(ElementType type, long[] dims, long storage) {
        return add(type, dims, null, storage);
    }

    /**
     * Adds a tensor with strides.
     *
     * @param type what its elements are
     * @param dims its dimensions; copied
     * @param strides the distances between neighbours, in elements, as many as there are dimensions; copied
     * @param storage the address of its storage; 0 if not known
     * @return this object
     */
    public OpDetails tensor(ElementType type, long[] dims, long[] strides, long storage) {
        return add(type, dims, strides, storage);
    }

    private OpDetails add(ElementType type, long @Nullable [] dims, long @Nullable [] strides, long storage) {
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
        return added();
    }

    /**
     * Adds a list of tensors.
     *
     * @param type what their elements are
     * @param dims the dimensions of each; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[]... dims) {
        return addAll(type, dims, null, null);
    }

    /**
     * Adds a list of tensors that are known by their storages.
     *
     * @param type what their elements are
     * @param dims the dimensions of each; copied
     * @param storages the addresses of their storages, as many as there are tensors; 0 where not known; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[][] dims, long[] storages) {
        return addAll(type, dims, null, storages);
    }

    /**
     * Adds a list of tensors with strides.
     *
     * @param type what their elements are
     * @param dims the dimensions of each; copied
     * @param strides for each tensor as many as it has dimensions, in elements; copied
     * @param storages the addresses of their storages, as many as there are tensors; 0 where not known; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[][] dims, long[][] strides, long[] storages) {
        return addAll(type, dims, strides, storages);
    }

    private OpDetails addAll(
            ElementType type, long[][] dims, long @Nullable [][] strides, long @Nullable [] storageOfEach) {
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
        return added();
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

    /** The largest of the numbers of tensors and of their dimensions; beyond all limits if one is missing. */
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

    /**
     * Adds a whole number.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(long value) {
        return single(OperandWords.LONG, value);
    }

    /**
     * Adds a number.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(double value) {
        return single(OperandWords.DOUBLE, Double.doubleToRawLongBits(value));
    }

    /**
     * Adds a truth value.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(boolean value) {
        return single(OperandWords.BOOLEAN, value ? 1 : 0);
    }

    private OpDetails single(int kind, long word) {
        if (hasRoom(0, 2)) {
            words.operand(kind, output, mutated, false, ElementType.UNKNOWN, 1);
            words.add(word);
        }
        return added();
    }

    /**
     * Adds a list of whole numbers, such as the strides of a convolution.
     *
     * @param values their values; copied
     * @return this object
     */
    public OpDetails scalars(long... values) {
        int count = values == null ? Integer.MAX_VALUE : values.length;
        if (values != null && hasRoom(count, 1 + count)) {
            words.operand(OperandWords.LONGS, output, mutated, false, ElementType.UNKNOWN, values.length);
            words.addAll(values, values.length);
        }
        cut |= values == null;
        return added();
    }

    /**
     * Adds a list of numbers, such as the momenta of an optimizer.
     *
     * @param values their values; copied; may be infinite or not numbers
     * @return this object
     */
    public OpDetails scalars(double... values) {
        int count = values == null ? Integer.MAX_VALUE : values.length;
        if (values != null && hasRoom(count, 1 + count)) {
            words.operand(OperandWords.DOUBLES, output, mutated, false, ElementType.UNKNOWN, values.length);
            for (double value : values) {
                words.add(Double.doubleToRawLongBits(value));
            }
        }
        cut |= values == null;
        return added();
    }

    /**
     * Adds something else, such as the name of a mode.
     *
     * @param value its value as text, cut like a name; null for nothing
     * @return this object
     */
    public OpDetails text(String value) {
        if (value == null) {
            return absent();
        }
        if (hasRoom(0, 2)) {
            words.operand(OperandWords.TEXT, output, mutated, false, ElementType.UNKNOWN, 1);
            if (textCount < MAX_OPERANDS) {
                texts[textCount] = value;
                textsAt[textCount++] = words.size();
            }
            words.add(0);
        }
        return added();
    }

    /**
     * Adds an operand that is absent, such as a missing bias.
     *
     * @return this object
     */
    public OpDetails absent() {
        if (hasRoom(0, 1)) {
            words.operand(OperandWords.ABSENT, output, mutated, false, ElementType.UNKNOWN, 0);
        }
        return added();
    }

    /**
     * Says which of several operations of one name it is.
     *
     * @param name of the overload, such as {@code Tensor}; null for none
     * @return this object
     */
    public OpDetails overload(String name) {
        overload = name;
        return this;
    }

    /**
     * Says that the operation goes on beside what follows it on its thread, such as one that returns at once and is
     * waited for later: it then takes no part in the nesting, and has no self time.
     *
     * @return this object
     */
    public OpDetails async() {
        async = true;
        return this;
    }

    /**
     * Gives the number that a forward operation and its backward operation share; where numbers are used again, the
     * last forward operation before the backward operation counts.
     *
     * @param number 0 or more; -1 for none
     * @return this object
     */
    public OpDetails sequenceNumber(long number) {
        sequenceNumber = number;
        return this;
    }

    /**
     * Says that this is a backward operation.
     *
     * @param threadId the id of the Java thread on which the forward operation with the same sequence number ran; -1 if
     *     this is none
     * @return this object
     */
    public OpDetails forwardThread(long threadId) {
        forwardThread = threadId;
        return this;
    }

    /**
     * Says how many floating point operations it takes, where no formula would know.
     *
     * @param count 0 or more; -1 if not known
     * @return this object
     */
    public OpDetails flops(long count) {
        flops = Math.max(count, -1);
        return this;
    }

    /**
     * Gives the number that work on a device shares with the operation that caused it.
     *
     * @param number 0 or more; -1 for none
     * @return this object
     */
    public OpDetails correlation(long number) {
        correlation = number;
        return this;
    }

    private boolean hasRoom(int length, int wordCount) {
        boolean room = operands < MAX_OPERANDS && length <= MAX_RANK && words.size() + wordCount <= maxWords;
        if (!room) {
            cut = true;
            if (operands < MAX_OPERANDS && words.size() < maxWords) {
                // In its place, so that those behind it keep theirs.
                words.operand(OperandWords.ABSENT, output, mutated, false, ElementType.UNKNOWN, 0);
            }
        }
        return room;
    }

    private OpDetails added() {
        mutated = false;
        operands++;
        return this;
    }

    private void addStorage(long storage) {
        if (storageCount < storages.length) {
            storages[storageCount++] = storage;
            storagesKnown |= storage != 0;
        }
    }

    /** Whether something was left out for the limits. */
    boolean isCut() {
        return cut;
    }

    /** The longs that a record of this takes. */
    int recordLength(boolean withOperands) {
        return OpRecord.FIXED + (withOperands ? words.size() + recordedStorages() : 0);
    }

    private int recordedStorages() {
        return storagesKnown ? storageCount : 0;
    }

    /** Writes the record into a log that has room for it; names are those of the window. */
    void write(SideLog log, int slot, boolean withOperands, NameTable names) {
        int wordCount = withOperands ? words.size() : 0;
        int storageWords = withOperands ? recordedStorages() : 0;
        int overloadRef = refOf(overload, names);
        log.begin(SideLog.OPERATION, OpRecord.FIXED + wordCount + storageWords, slot);
        log.put(((long) overloadRef << 32) | ((long) storageWords << 16) | (async ? OpRecord.ASYNC : 0) | wordCount);
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
        return text == null || text.isEmpty() ? OpRecord.NO_TEXT : names.refOf(text);
    }
}
