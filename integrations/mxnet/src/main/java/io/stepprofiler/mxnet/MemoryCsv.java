package io.stepprofiler.mxnet;

import io.stepprofiler.event.Device;
import io.stepprofiler.export.TraceFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** File that lists live memory, with the columns of MXNet. */
final class MemoryCsv {
    private static final List<String> HEADER =
            List.of("Attribute Name", "Requested Size", "Device", "Actual Size", "Reuse?");

    private MemoryCsv() {}

    /** Returns the file of a process. */
    static Path file(String prefix, long pid) {
        return Path.of(prefix + "-pid_" + pid + ".csv");
    }

    static TraceFile.Content of(Collection<LiveAllocations.Piece> pieces) {
        StringBuilder text = new StringBuilder();
        add(HEADER, text);
        pieces.stream()
                .sorted(Comparator.comparing(LiveAllocations.Piece::attribute)
                        .thenComparing(Comparator.comparingLong(LiveAllocations.Piece::bytes)
                                .reversed()))
                .forEach(piece -> {
                    String bytes = Long.toString(piece.bytes());
                    // Rounding and pools of allocators are unknown: the requested size stands for the actual one.
                    // MXNet lists memory of GPUs only, by their numbers.
                    Device device = piece.device();
                    String named = device.type() == Device.Type.CPU ? device(device) : "" + device.index();
                    add(List.of(piece.attribute(), bytes, named, bytes, "0"), text);
                });
        return out -> out.write(text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the name of a device as in MXNet. */
    static String device(Device device) {
        return device.type() == Device.Type.CPU ? "cpu/0" : "gpu/" + device.index();
    }

    private static void add(List<String> cells, StringBuilder text) {
        String comma = "";
        for (String cell : cells) {
            // A text that a spreadsheet would run as a formula gets an apostrophe.
            boolean formula = !cell.isEmpty() && "=+-@".indexOf(cell.charAt(0)) >= 0;
            text.append(comma).append('"').append(formula ? "'" : "");
            text.append(cell.replace("\"", "\"\"")).append('"');
            comma = ",";
        }
        text.append('\n');
    }
}
