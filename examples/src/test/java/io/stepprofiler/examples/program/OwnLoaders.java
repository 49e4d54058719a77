package io.stepprofiler.examples.program;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Arrays;

/** Runs a program in a class loader of its own, as containers do. */
public final class OwnLoaders {
    /** How the loader is related to the one of the class path. */
    public enum Kind {
        /** Does not see the class path at all. */
        ISOLATED(ClassLoader.getPlatformClassLoader(), "none of them"),
        /** Asks the class path first, as Spring Boot's does, which alone knows the libraries. */
        PARENT_FIRST(ClassLoader.getSystemClassLoader(), "io.stepprofiler.examples.program."),
        /** Asks the class path for what it does not have itself, as servlet containers do. */
        CHILD_FIRST(ClassLoader.getSystemClassLoader(), "");

        @SuppressWarnings("ImmutableEnumChecker") // Nobody changes it.
        private final ClassLoader parent;

        private final String own;

        Kind(ClassLoader parent, String own) {
            this.parent = parent;
            this.own = own;
        }
    }

    private OwnLoaders() {}

    /**
     * Runs a program.
     *
     * @param arguments kind of the loader, class path, class
     */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        Loader loader = new Loader(Kind.valueOf(arguments[0]), arguments[1]);
        Thread.currentThread().setContextClassLoader(loader);
        loader.loadClass(arguments[2]).getMethod("main", String[].class).invoke(null, (Object)
                Arrays.copyOfRange(arguments, 3, arguments.length));
    }

    private static final class Loader extends URLClassLoader {
        private final String own;

        Loader(Kind kind, String classPath) {
            super(
                    Arrays.stream(classPath.split(File.pathSeparator, -1))
                            .map(Loader::url)
                            .toArray(URL[]::new),
                    kind.parent);
            own = kind.own;
        }

        private static URL url(String path) {
            try {
                return Path.of(path).toUri().toURL();
            } catch (MalformedURLException e) {
                throw new IllegalArgumentException(path, e);
            }
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded == null && name.startsWith(own) && !name.startsWith("java.")) {
                    try {
                        loaded = findClass(name);
                    } catch (ClassNotFoundException e) {
                        // Then the parent's.
                    }
                }
                return loaded != null ? loaded : super.loadClass(name, resolve);
            }
        }
    }
}
