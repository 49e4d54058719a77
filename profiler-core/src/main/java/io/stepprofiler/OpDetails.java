package io.stepprofiler;

import io.stepprofiler.event.ElementType;
import io.stepprofiler.recording.Operands;

/**
 * Inputs and outputs of an operation, and its links to other operations. Refilled for each operation.
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
 * <p>A thread needs one object, of about 20 KB; filling it and recording from it allocates nothing. It may be refilled
 * as soon as the scope is open. Nothing here throws: operands beyond the limits ({@value #MAX_OPERANDS} operands of up
 * to {@value #MAX_RANK} dimensions) are left out, keep their place, and are counted in the trace. Inputs and outputs
 * are recorded if the profile has {@link ProfileBuilder#recordShapes}, the rest always. For use by one thread.
 */
public final class OpDetails {
    /** Most inputs and outputs together: {@value}. */
    public static final int MAX_OPERANDS = Operands.MAX_OPERANDS;

    /** Most dimensions of a tensor, and most tensors or numbers of a list: {@value}. */
    public static final int MAX_RANK = Operands.MAX_RANK;

    final Operands operands;

    /** Creates empty details. */
    public OpDetails() {
        this(Operands.MAX_WORDS);
    }

    /** Creates details with room for operands of {@code maxWords} longs. */
    OpDetails(int maxWords) {
        operands = new Operands(maxWords);
    }

    /**
     * Clears all details.
     *
     * @return this object
     */
    public OpDetails clear() {
        operands.clear();
        return this;
    }

    /**
     * Makes the operands that follow outputs; the operands before are inputs.
     *
     * @return this object
     */
    public OpDetails outputs() {
        operands.outputs();
        return this;
    }

    /**
     * Marks the next operand as one that the operation writes into.
     *
     * @return this object
     */
    public OpDetails mutated() {
        operands.mutated();
        return this;
    }

    /**
     * Adds a tensor.
     *
     * @param type type of its elements
     * @param dims its dimensions; copied
     * @return this object
     */
    public OpDetails tensor(ElementType type, long... dims) {
        operands.tensor(type, dims);
        return this;
    }

    /**
     * Adds a tensor that is known by its storage, which lets the memory timeline follow it.
     *
     * @param type type of its elements
     * @param dims its dimensions; copied
     * @param storage the address of its storage, as in {@link Memory#allocated}; 0 if not known. The device is not
     *     recorded, so addresses should be unique over all devices, as they are in one process
     * @return this object
     */
    public OpDetails tensor(ElementType type, long[] dims, long storage) {
        operands.tensor(type, dims, storage);
        return this;
    }

    /**
     * Adds a tensor with strides.
     *
     * @param type type of its elements
     * @param dims its dimensions; copied
     * @param strides the distances between neighbours, in elements, as many as there are dimensions; copied
     * @param storage the address of its storage; 0 if not known
     * @return this object
     */
    public OpDetails tensor(ElementType type, long[] dims, long[] strides, long storage) {
        operands.tensor(type, dims, strides, storage);
        return this;
    }

    /**
     * Adds a list of tensors.
     *
     * @param type type of their elements
     * @param dims the dimensions of each; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[]... dims) {
        operands.tensors(type, dims);
        return this;
    }

    /**
     * Adds a list of tensors that are known by their storages.
     *
     * @param type type of their elements
     * @param dims the dimensions of each; copied
     * @param storages the addresses of their storages, as many as there are tensors; 0 for unknown ones; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[][] dims, long[] storages) {
        operands.tensors(type, dims, storages);
        return this;
    }

    /**
     * Adds a list of tensors with strides.
     *
     * @param type type of their elements
     * @param dims the dimensions of each; copied
     * @param strides for each tensor as many as it has dimensions, in elements; copied
     * @param storages the addresses of their storages, as many as there are tensors; 0 for unknown ones; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[][] dims, long[][] strides, long[] storages) {
        operands.tensors(type, dims, strides, storages);
        return this;
    }

    /**
     * Adds a whole number.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(long value) {
        operands.scalar(value);
        return this;
    }

    /**
     * Adds a number.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(double value) {
        operands.scalar(value);
        return this;
    }

    /**
     * Adds a boolean.
     *
     * @param value its value
     * @return this object
     */
    public OpDetails scalar(boolean value) {
        operands.scalar(value);
        return this;
    }

    /**
     * Adds a list of whole numbers, such as the strides of a convolution.
     *
     * @param values their values; copied
     * @return this object
     */
    public OpDetails scalars(long... values) {
        operands.scalars(values);
        return this;
    }

    /**
     * Adds a list of numbers, such as the momenta of an optimizer.
     *
     * @param values their values; copied; may be infinite or not numbers
     * @return this object
     */
    public OpDetails scalars(double... values) {
        operands.scalars(values);
        return this;
    }

    /**
     * Adds an operand as text, such as the name of a mode.
     *
     * @param value its value, truncated like a name; null for an absent operand
     * @return this object
     */
    public OpDetails text(String value) {
        operands.text(value);
        return this;
    }

    /**
     * Adds an operand that is absent, such as a missing bias.
     *
     * @return this object
     */
    public OpDetails absent() {
        operands.absent();
        return this;
    }

    /**
     * Sets the overload, which distinguishes operations of the same name.
     *
     * @param name name of the overload, such as {@code Tensor}; null for none
     * @return this object
     */
    public OpDetails overload(String name) {
        operands.overload(name);
        return this;
    }

    /**
     * Marks the operation as asynchronous, such as one that returns at once and is waited for later: it may overlap the
     * events that follow on its thread, takes no part in the nesting, and has no self time.
     *
     * @return this object
     */
    public OpDetails async() {
        operands.async();
        return this;
    }

    /**
     * Sets the number that a forward operation and its backward operation share; if a number is reused, the last
     * forward operation before the backward operation counts.
     *
     * @param number 0 or more; -1 for none
     * @return this object
     */
    public OpDetails sequenceNumber(long number) {
        operands.sequenceNumber(number);
        return this;
    }

    /**
     * Marks this as a backward operation.
     *
     * @param threadId the id of the Java thread on which the forward operation with the same sequence number ran; -1 if
     *     it is not a backward operation
     * @return this object
     */
    public OpDetails forwardThread(long threadId) {
        operands.forwardThread(threadId);
        return this;
    }

    /**
     * Sets the number of floating point operations, for operations without a known formula.
     *
     * @param count 0 or more; -1 if not known
     * @return this object
     */
    public OpDetails flops(long count) {
        operands.flops(count);
        return this;
    }

    /**
     * Sets the correlation id that work on a device shares with the operation that caused it.
     *
     * @param number 0 or more; -1 for none
     * @return this object
     */
    public OpDetails correlation(long number) {
        operands.correlation(number);
        return this;
    }
}
