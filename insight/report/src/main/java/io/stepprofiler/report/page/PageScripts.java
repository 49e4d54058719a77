package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modules of the page linked into one script, and their styles: a page opened from disk cannot load other files.
 * Modules follow the modules that they import; import lines and the word {@code export} are removed, so top-level names
 * must be unique across modules.
 */
final class PageScripts {
    private static final Pattern IMPORT = Pattern.compile("import\\s*\\{[^}]*}\\s*from\\s*'\\./([\\w-]+)\\.js';\\n?");
    private static final Pattern EXPORT = Pattern.compile("export (?=const |class |function |async )");

    private final Set<String> modules = new LinkedHashSet<>();
    private final StringBuilder script = new StringBuilder();

    private PageScripts() {}

    /** The scripts of a module and all its imports. */
    static PageScripts from(String main) throws IOException {
        PageScripts scripts = new PageScripts();
        scripts.add(main, new LinkedHashSet<>());
        return scripts;
    }

    private void add(String module, Set<String> importing) throws IOException {
        if (modules.contains(module)) {
            return;
        }
        if (!importing.add(module)) {
            throw new IllegalStateException("modules import each other: " + importing);
        }
        String own = linked(resource(module + ".js"), importing);
        importing.remove(module);
        modules.add(module);
        script.append(own);
    }

    /** Adds the imports of a module; returns its text without import lines and {@code export}. */
    private String linked(String source, Set<String> importing) throws IOException {
        StringBuilder text = new StringBuilder(source.length());
        Matcher imports = IMPORT.matcher(source);
        Matcher exports = EXPORT.matcher(source);
        int taken = 0;
        int line = 0;
        while (line < source.length()) {
            // Patterns run only where they may match: the first page of a process is made by interpreted code.
            if (source.startsWith("import", line)
                    && imports.region(line, source.length()).lookingAt()) {
                add(imports.group(1), importing);
                text.append(source.substring(taken, line));
                taken = imports.end();
                line = taken;
            } else {
                if (source.startsWith("export", line)
                        && exports.region(line, source.length()).lookingAt()) {
                    text.append(source.substring(taken, line));
                    taken = exports.end();
                }
                int end = source.indexOf('\n', line);
                line = end < 0 ? source.length() : end + 1;
            }
        }
        return text.append(source.substring(taken)).toString();
    }

    /** The modules, each after its imports. */
    Set<String> modules() {
        return modules;
    }

    String script() {
        return script.toString();
    }

    /** The styles of the modules that have one. */
    String style() throws IOException {
        StringBuilder style = new StringBuilder();
        for (String module : modules) {
            if (PageScripts.class.getResource(module + ".css") != null) {
                style.append(resource(module + ".css"));
            }
        }
        return style.toString();
    }

    /** A resource with one character per UTF-8 byte, so that it is copied to the page without conversion. */
    static String resource(String name) throws IOException {
        try (InputStream in = PageScripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
