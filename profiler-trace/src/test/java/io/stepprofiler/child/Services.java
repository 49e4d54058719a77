package io.stepprofiler.child;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Enumeration;

/** Class loaders in which a list of services says something else. */
public final class Services {
    private Services() {}

    /**
     * A loader of the same classes, where {@code service} is provided by the classes of these names alone. Those inside
     * {@code outer} it defines itself, outside of all modules, since what is in a module is not found by a list in a
     * file.
     */
    public static ClassLoader of(Class<?> service, Class<?> outer, String... names) {
        String file = "META-INF/services/" + service.getName();
        byte[] list = String.join("\n", names).getBytes(StandardCharsets.UTF_8);
        return new ClassLoader(outer.getClassLoader()) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                if (!name.startsWith(outer.getName() + "$")) {
                    return super.loadClass(name, resolve);
                }
                Class<?> known = findLoadedClass(name);
                return known != null ? known : define(name);
            }

            private Class<?> define(String name) throws ClassNotFoundException {
                try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                    byte[] code = file.readAllBytes();
                    return defineClass(name, code, 0, code.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }

            @Override
            public Enumeration<URL> getResources(String name) throws IOException {
                return name.equals(file)
                        ? Collections.enumeration(Collections.singleton(url(list)))
                        : super.getResources(name);
            }
        };
    }

    private static URL url(byte[] content) throws MalformedURLException {
        return new URL(null, "memory:services", new URLStreamHandler() {
            @Override
            protected URLConnection openConnection(URL url) {
                return new URLConnection(url) {
                    @Override
                    public void connect() {}

                    @Override
                    public InputStream getInputStream() {
                        return new ByteArrayInputStream(content);
                    }
                };
            }
        });
    }
}
