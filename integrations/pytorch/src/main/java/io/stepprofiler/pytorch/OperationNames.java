package io.stepprofiler.pytorch;

import io.stepprofiler.nativeaccess.torch.TorchWindow;
import java.util.ArrayList;
import java.util.List;

/** Names of operations by their numbers, which native code assigns. */
final class OperationNames {
    /** Name of an operator, and its overload, which may be empty. */
    record OperationName(String name, String overload) {
        static OperationName of(String joined) {
            int end = joined.indexOf('\u001f');
            return end < 0
                    ? new OperationName(joined, "")
                    : new OperationName(joined.substring(0, end), joined.substring(end + 1));
        }
    }

    private static final OperationName UNKNOWN = new OperationName("", "");

    private final List<OperationName> names = new ArrayList<>();

    OperationName name(int number) {
        if (number >= names.size()) {
            TorchWindow.names(names.size()).forEach(joined -> names.add(OperationName.of(joined)));
        }
        return number >= 0 && number < names.size() ? names.get(number) : UNKNOWN;
    }
}
