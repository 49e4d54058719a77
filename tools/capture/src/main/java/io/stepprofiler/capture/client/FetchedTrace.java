package io.stepprofiler.capture.client;

import java.nio.file.Path;

/**
 * A trace that a {@link CaptureClient} has written to a file, whose length and digest are those that the server said.
 *
 * @param file the file
 * @param bytes its length
 * @param format its format
 * @param trace what is in it
 */
public record FetchedTrace(Path file, long bytes, FileFormat format, RemoteTrace trace) {}
