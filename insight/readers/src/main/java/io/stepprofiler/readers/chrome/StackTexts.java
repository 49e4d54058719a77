package io.stepprofiler.readers.chrome;

import com.google.common.base.Splitter;
import io.stepprofiler.imports.ImportException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Call stacks from the texts that stand for them, innermost frame first: {@code path/File.java(line): Class.method} in
 * our files, {@code path/file.py(line): function} in torch's.
 */
final class StackTexts {
    private static final Pattern PLACE = Pattern.compile("(.*)\\((\\d{1,9})\\)");
    private static final Splitter FRAMES = Splitter.on(';').omitEmptyStrings();
    private static final int NO_LINE = -1;

    private final Texts texts;
    private final Charges charges;
    private final Map<String, Integer> known = new HashMap<>();
    private boolean ours;

    StackTexts(Texts texts, Charges charges) {
        this.texts = texts;
        this.charges = charges;
    }

    /** Notes that this profiler wrote the file, so that paths stand for packages. */
    void ours() {
        ours = true;
    }

    /** The number of a call stack whose frames a semicolon separates. */
    int id(String stack) throws ImportException {
        Integer id = known.get(stack);
        if (id == null) {
            List<StackTraceElement> frames = new ArrayList<>();
            for (String frame : FRAMES.split(stack)) {
                frames.add(frame(frame));
            }
            charges.text(stack);
            id = texts.id(frames);
            known.put(stack, id);
        }
        return id;
    }

    StackTraceElement frame(String text) {
        int colon = text.lastIndexOf(": ");
        String place = colon < 0 ? "" : text.substring(0, colon);
        String function = text.substring(colon < 0 ? 0 : colon + 2);
        Matcher numbered = PLACE.matcher(place);
        boolean hasLine = numbered.matches();
        String path = hasLine ? numbered.group(1) : place;
        int line = hasLine ? Integer.parseInt(numbered.group(2)) : NO_LINE;
        return ours ? ours(path, line, function) : foreign(path, line, function);
    }

    private static StackTraceElement ours(String path, int line, String function) {
        int slash = path.lastIndexOf('/');
        String inPackage = path.substring(0, slash + 1).replace('/', '.');
        int dot = function.lastIndexOf('.');
        String type = dot < 0 ? "" : inPackage + function.substring(0, dot);
        String file = path.substring(slash + 1);
        return new StackTraceElement(type, function.substring(dot + 1), file.isEmpty() ? null : file, line);
    }

    /** A file of Python is a module, its closest counterpart to a class. */
    private static StackTraceElement foreign(String path, int line, String function) {
        String file = path.substring(path.lastIndexOf('/') + 1);
        int dot = file.lastIndexOf('.');
        String module = dot < 0 ? file : file.substring(0, dot);
        return new StackTraceElement(module, function, path.isEmpty() ? null : path, line);
    }
}
