package io.stepprofiler.frameworks;

import java.util.Set;

/**
 * Names of PyTorch's operations that return a view of their first tensor: libtorch reports the inputs of operations
 * only.
 *
 * @see <a href="https://docs.pytorch.org/docs/stable/tensor_view.html">the list of views</a>
 */
public final class TorchViews {
    /** Views with all elements of the first tensor. */
    private static final Set<String> OF_ALL = Set.of(
            "alias",
            "adjoint",
            "detach",
            "mH",
            "mT",
            "movedim",
            "moveaxis",
            "numpy_T",
            "permute",
            "squeeze",
            "swapaxes",
            "swapdims",
            "t",
            "transpose",
            "unflatten",
            "unsqueeze",
            "view",
            "_reshape_alias",
            "_unsafe_view");

    /** Views with some of its elements, or with some of them several times. */
    private static final Set<String> OF_PART = Set.of(
            "as_strided",
            "chunk",
            "diagonal",
            "expand",
            "expand_as",
            "imag",
            "narrow",
            "real",
            "select",
            "slice",
            "split",
            "split_with_sizes",
            "tensor_split",
            "unbind",
            "unfold",
            "view_as",
            "view_as_complex",
            "view_as_real");

    /** Views with all elements, unless the operation copies. */
    private static final Set<String> OF_ALL_OR_COPIES =
            Set.of("contiguous", "flatten", "ravel", "reshape", "reshape_as", "to", "type_as");

    private TorchViews() {}

    /**
     * {@return whether an operation returns a view}
     *
     * @param name name of the operation
     * @param allocatesNothing whether the operation is known to allocate nothing that outlives it
     */
    public static boolean isView(String name, boolean allocatesNothing) {
        return isOneOf(OF_ALL, name) || isOneOf(OF_PART, name) || (allocatesNothing && isOneOf(OF_ALL_OR_COPIES, name));
    }

    /**
     * {@return whether a view has as many elements as the viewed tensor}
     *
     * @param name name of the operation
     */
    public static boolean isOfAll(String name) {
        return !isOneOf(OF_PART, name);
    }

    private static boolean isOneOf(Set<String> names, String name) {
        return name.startsWith(PyTorch.NAMESPACE) && names.contains(PyTorch.withoutNamespace(name));
    }
}
