package io.stepprofiler.averages;

import java.util.List;
import java.util.Locale;

/** Readable text of the values of cells. */
final class CellText {
    private static final String NOT_KNOWN = "--";
    private static final String CUT = "...";

    /** Larger numbers do not fit into their column. */
    private static final double MAX_SHOWN = 1e8;

    private final TableOptions options;
    private final FlopScale flopScale;

    CellText(Report report) {
        options = report.options();
        flopScale = FlopScale.of(report.averages().rows());
    }

    String title(Column column) {
        return column == Column.FLOPS ? "Total " + flopScale.title() : column.title();
    }

    /** The lines of a cell; several only for a list. */
    List<String> lines(Column column, Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(each -> text(column, each)).toList();
        }
        return List.of(text(column, value));
    }

    private String text(Column column, Object value) {
        return switch (column.format()) {
            case NAME -> withoutMiddle(line(value), options.maxNameWidth);
            case SHAPES -> withoutEnd(line(value), options.maxShapesWidth);
            case SOURCE -> withoutStart(line(value), options.maxSourceWidth);
            case PERCENT -> value.equals(Double.NaN) ? NOT_KNOWN : String.format(Locale.ROOT, "%.2f%%", (Double) value);
            case TIME -> options.timeScale.text(Math.round(((Number) value).doubleValue()));
            case BYTES -> bytes((Long) value);
            case COUNT -> value.toString();
            case FLOPS -> value.equals(Double.NaN) ? NOT_KNOWN : flopScale.text((Long) value);
        };
    }

    /** A text on one line, without unprintable characters. */
    static String line(Object text) {
        return text.toString()
                .codePoints()
                .map(point -> Character.isISOControl(point) || (point >= 0xD800 && point <= 0xDFFF) ? '?' : point)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /** A text truncated to the width: names that begin alike mostly differ at the end. */
    private static String withoutMiddle(String line, int width) {
        if (line.length() <= width) {
            return line;
        }
        int head = (width - CUT.length() + 1) / 2;
        int tail = line.length() - (width - CUT.length() - head);
        return line.substring(0, Character.isHighSurrogate(line.charAt(head - 1)) ? head - 1 : head)
                + CUT
                + line.substring(Character.isLowSurrogate(line.charAt(tail)) ? tail + 1 : tail);
    }

    /** A text truncated to the width less three, with a mark at its end. */
    private static String withoutEnd(String line, int width) {
        int most = width - CUT.length();
        if (line.length() < most) {
            return line;
        }
        boolean insideAPair = Character.isHighSurrogate(line.charAt(most - 1));
        return line.substring(0, insideAPair ? most - 1 : most) + CUT;
    }

    /** A text truncated at its start: the end of a source location has its file and line. */
    private static String withoutStart(String line, int width) {
        if (line.length() <= width) {
            return line;
        }
        int from = line.length() - width + CUT.length();
        boolean insideAPair = Character.isLowSurrogate(line.charAt(from));
        return CUT + line.substring(insideAPair ? from + 1 : from);
    }

    /** Looks as PyTorch's {@code key_averages().table()} does, which this table stands for. */
    private static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (Math.abs(size) >= 1024 && unit < 5) {
            size /= 1024;
            unit++;
        }
        String[] units = {"B", "KB", "MB", "GB", "TB", "PB"};
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.2f %s", size, units[unit]);
    }

    /** The scale of all numbers of floating point operations in a table. */
    private enum FlopScale {
        FLOPS("FLOPs", 1),
        KFLOPS("KFLOPs", 1e3),
        MFLOPS("MFLOPs", 1e6),
        GFLOPS("GFLOPs", 1e9),
        TFLOPS("TFLOPs", 1e12),
        PFLOPS("PFLOPs", 1e15);

        private final String title;
        private final double unit;

        FlopScale(String title, double unit) {
            this.title = title;
            this.unit = unit;
        }

        /**
         * The largest scale in which the smallest positive number is 1 or more, or a larger one if the largest number
         * does not fit otherwise.
         */
        static FlopScale of(List<KeyAverage> rows) {
            long smallest = Long.MAX_VALUE;
            long largest = 0;
            for (KeyAverage row : rows) {
                largest = Math.max(largest, row.flops());
                smallest = row.flops() > 0 ? Math.min(smallest, row.flops()) : smallest;
            }
            FlopScale result = FLOPS;
            for (FlopScale scale : values()) {
                boolean previousIsTooSmall = largest / result.unit >= MAX_SHOWN;
                if (largest > 0 && (smallest >= scale.unit || previousIsTooSmall)) {
                    result = scale;
                }
            }
            return result;
        }

        String title() {
            return title;
        }

        String text(long flops) {
            return String.format(Locale.ROOT, "%.3f", flops / unit);
        }
    }
}
