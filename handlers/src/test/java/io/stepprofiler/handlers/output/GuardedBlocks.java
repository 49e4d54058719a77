package io.stepprofiler.handlers.output;

import java.io.IOException;
import java.io.OutputStream;
import java.security.Permission;

/** Writes and closes a file of many blocks where nobody may touch threads; for a process of its own. */
@SuppressWarnings("removal") // Security managers are there in Java 17.
final class GuardedBlocks {
    private static final int LENGTH = 5_000_000;

    private GuardedBlocks() {}

    private static final class Guard extends SecurityManager {
        @Override
        public void checkPermission(Permission permission) {
            if (permission.getName().equals("modifyThread")) {
                throw new SecurityException(permission.getName());
            }
        }
    }

    public static void main(String[] arguments) throws IOException {
        System.setSecurityManager(new Guard());
        try (DeflatedBlocks blocks = DeflatedBlocks.gzip(OutputStream.nullOutputStream())) {
            byte[] block = blocks.first();
            for (int written = 0; written < LENGTH; written += block.length) {
                block = blocks.next(block, block.length);
            }
            blocks.finish(block, 0);
        }
    }
}
