package io.stepprofiler.capture.guard;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;

/** Check of files with secrets, to which only their owner may have access. */
final class OwnersFile {
    private static final Set<PosixFilePermission> OWNERS = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private OwnersFile() {}

    /**
     * Checks that only its owner has access to a file.
     *
     * @param file existing file
     * @param parameter name of the parameter, for messages
     * @throws IOException if other users have access to it, or if that cannot be determined
     */
    static void check(Path file, String parameter) throws IOException {
        PosixFileAttributes attributes;
        try {
            attributes = Files.readAttributes(file, PosixFileAttributes.class);
        } catch (UnsupportedOperationException e) {
            throw new IOException(
                    parameter + " = " + file + ": this file system does not show the permissions of files", e);
        } catch (NoSuchFileException e) {
            throw new IOException(parameter + " = " + file + " cannot be read: there is no such file", e);
        } catch (IOException e) {
            throw new IOException(parameter + " = " + file + " cannot be read: " + e, e);
        }
        if (!attributes.isRegularFile()) {
            throw new IOException(parameter + " = " + file + " is not a file");
        }
        if (!OWNERS.containsAll(attributes.permissions())) {
            throw new IOException(parameter + " = " + file + " has the permissions "
                    + PosixFilePermissions.toString(attributes.permissions())
                    + ": only its owner may have access to it (chmod 600)");
        }
    }
}
