package io.stepprofiler.build;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Loader of the compiler's plugins, one for all compilations of a build; javac makes it if its option procloader names it. */
public final class SharedPlugins extends ClassLoader {
    private static final Map<String, ClassLoader> LOADERS = new ConcurrentHashMap<>();

    public SharedPlugins(URL[] urls, ClassLoader parent) {
        super(LOADERS.computeIfAbsent(Arrays.toString(urls), paths -> new URLClassLoader(urls, parent)));
    }
}
