package io.stepprofiler.agent.weaving;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/**
 * Class loader with its own copies of some of our packages, which see the classes of the parent; our other classes are
 * the agent's. So code that names classes of a framework finds them in any loader that the program uses.
 */
final class BridgedClasses extends ClassLoader {
    // A3: copies of our classes that name classes of the program.

    private static final String OURS = "io.stepprofiler.";

    static {
        registerAsParallelCapable();
    }

    private final List<String> packages;

    /**
     * Creates a loader with copies for the classes of another loader.
     *
     * @param parent finds all classes that are not ours
     * @param packages names of the packages that are copied
     */
    BridgedClasses(ClassLoader parent, List<String> packages) {
        super(parent);
        this.packages = packages;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        if (!packages.contains(name.substring(0, name.lastIndexOf('.')))) {
            return Class.forName(name, false, BridgedClasses.class.getClassLoader());
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : copy(name);
        }
    }

    private Class<?> copy(String name) throws ClassNotFoundException {
        try {
            byte[] bytes = bytesOf(name);
            return defineClass(name, bytes, 0, bytes.length, BridgedClasses.class.getProtectionDomain());
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** Returns the class file of one of our classes. */
    static byte[] bytesOf(String name) throws IOException {
        String file = name.replace('.', '/') + ".class";
        try (InputStream in = BridgedClasses.class.getClassLoader().getResourceAsStream(file)) {
            if (in == null) {
                throw new IOException(file + " is not there");
            }
            return in.readAllBytes();
        }
    }
}
