package io.stepprofiler.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The modules of the page as one script, and their styles: a file that is opened from a disk can load no other. A module
 * stands behind all that it imports; lines that import go, and so does the word {@code export}. So names on the top
 * level must be unique over all modules.
 */
final class PageScripts {
    private static final Pattern IMPORT =
            Pattern.compile("^import\\s*\\{[^}]*}\\s*from\\s*'\\./([\\w-]+)\\.js';\\n?", Pattern.MULTILINE);
    private static final Pattern EXPORT =
            Pattern.compile("^export (?=const |class |function |async )", Pattern.MULTILINE);

    private final Set<String> modules = new LinkedHashSet<>();
    private final StringBuilder script = new StringBuilder();

    private PageScripts() {}

    /** Those of a module and of all that it imports. */
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
        String source = resource(module + ".js");
        Matcher imports = IMPORT.matcher(source);
        while (imports.find()) {
            add(imports.group(1), importing);
        }
        importing.remove(module);
        modules.add(module);
        script.append(EXPORT.matcher(IMPORT.matcher(source).replaceAll("")).replaceAll(""));
    }

    /** The modules, each behind those that it imports. */
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

    static String resource(String name) throws IOException {
        try (InputStream in = PageScripts.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("resource " + name + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
