package io.stepprofiler;

import io.stepprofiler.event.ElementType;
import io.stepprofiler.recording.Operands;

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
    public static final int MAX_OPERANDS = Operands.MAX_OPERANDS;

    /** Most dimensions of a tensor, and most tensors or numbers of a list: {@value}. */
    public static final int MAX_RANK = Operands.MAX_RANK;

    final Operands operands;

    /** Details of an operation of which nothing is known yet. */
    public OpDetails() {
        this(Operands.MAX_WORDS);
    }

    /** Details with room for operands of so many longs. */
    OpDetails(int maxWords) {
        operands = new Operands(maxWords);
    }

    /**
     * Forgets everything.
     *
     * @return this object
     */
    public OpDetails clear() {
        operands.clear();
        return this;
    }

    /**
     * Lets the operands that follow be outputs; those before are inputs.
     *
     * @return this object
     */
    public OpDetails outputs() {
        operands.outputs();
        return this;
    }

    /**
     * Says that the operation writes into the next operand.
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
     * @param type what its elements are
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
     * @param type what its elements are
     * @param dims its dimensions; copied
     * @param storage the address of its storage, as in {@link Memory#allocated}; 0 if not known. It says nothing of the
     *     device, so addresses should be unique over all devices, as those of one process are
     * @return this object
     */
    public OpDetails tensor(ElementType type, long[] dims, long storage) {
        operands.tensor(type, dims, storage);
        return this;
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
        operands.tensor(type, dims, strides, storage);
        return this;
    }

    /**
     * Adds a list of tensors.
     *
     * @param type what their elements are
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
     * @param type what their elements are
     * @param dims the dimensions of each; copied
     * @param storages the addresses of their storages, as many as there are tensors; 0 where not known; copied
     * @return this object
     */
    public OpDetails tensors(ElementType type, long[][] dims, long[] storages) {
        operands.tensors(type, dims, storages);
        return this;
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
     * Adds a truth value.
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
     * Adds something else, such as the name of a mode.
     *
     * @param value its value as text, cut like a name; null for nothing
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
     * Says which of several operations of one name it is.
     *
     * @param name of the overload, such as {@code Tensor}; null for none
     * @return this object
     */
    public OpDetails overload(String name) {
        operands.overload(name);
        return this;
    }

    /**
     * Says that the operation goes on beside what follows it on its thread, such as one that returns at once and is
     * waited for later: it then takes no part in the nesting, and has no self time.
     *
     * @return this object
     */
    public OpDetails async() {
        operands.async();
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
        operands.sequenceNumber(number);
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
        operands.forwardThread(threadId);
        return this;
    }

    /**
     * Says how many floating point operations it takes, where no formula would know.
     *
     * @param count 0 or more; -1 if not known
     * @return this object
     */
    public OpDetails flops(long count) {
        operands.flops(count);
        return this;
    }

    /**
     * Gives the number that work on a device shares with the operation that caused it.
     *
     * @param number 0 or more; -1 for none
     * @return this object
     */
    public OpDetails correlation(long number) {
        operands.correlation(number);
        return this;
    }
}
