package io.stepprofiler.capture.service;

import io.stepprofiler.capture.proto.v1.TraceInfo;
import io.stepprofiler.imports.ImportOptions;
import io.stepprofiler.imports.ImportedTrace;
import io.stepprofiler.imports.Traces;
import io.stepprofiler.trace.Trace;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finished traces, as files in a directory of the server's own: the last ones, within limits of number and bytes. In
 * memory there is nothing of them but what is said of each.
 *
 * <p>Files are called by numbers that are drawn here. What a client names is looked up, and never part of a path. For
 * any thread; one trace is written at a time.
 */
final class KeptTraces {
    private static final System.Logger LOG = System.getLogger(KeptTraces.class.getName());
    private static final TraceWriter CANONICAL = TraceWriter.CHROME;
    private static final int ID_BYTES = 8;

    /** The directory, which is asked for anew for each file: it may have been removed meanwhile. */
    interface Place {
        Path path() throws IOException;
    }

    private final Place directory;
    private final int maxTraces;
    private final long maxBytes;
    private final SecureRandom random = new SecureRandom();
    private final Object writing = new Object();
    private final Map<String, KeptTrace> byId = new LinkedHashMap<>();

    KeptTraces(Place directory, int maxTraces, long maxBytes) {
        this.directory = directory;
        this.maxTraces = maxTraces;
        this.maxBytes = maxBytes;
    }

    /** Writes a trace, in the format that is wanted and one that it can be read back from. */
    KeptTrace add(Trace trace, TraceWriter wanted, TraceInfo.Builder info) throws IOException {
        return add(newId(), trace, wanted, info);
    }

    /** Writes one that has been called something already, by an id of {@link #newId()}. */
    KeptTrace add(String id, Trace trace, TraceWriter wanted, TraceInfo.Builder info) throws IOException {
        synchronized (writing) {
            List<KeptFile> files = new ArrayList<>();
            boolean complete = false;
            try {
                files.add(KeptFile.write(trace, wanted, file(id, wanted)));
                if (!wanted.isReadable()) {
                    files.add(KeptFile.write(trace, CANONICAL, file(id, CANONICAL)));
                }
                complete = true;
            } finally {
                if (!complete) {
                    files.forEach(KeptTraces::delete);
                }
            }
            KeptTrace kept = new KeptTrace(info.setId(id).build(), files);
            put(id, kept);
            return kept;
        }
    }

    /** What a trace may be called. */
    String newId() {
        byte[] bytes = new byte[ID_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private Path file(String id, TraceWriter writer) throws IOException {
        return directory.path().resolve(id + writer.ending());
    }

    /** What is said of all of them, the oldest first. */
    List<TraceInfo> list() {
        synchronized (byId) {
            return byId.values().stream().map(KeptTrace::info).toList();
        }
    }

    Optional<KeptTrace> find(String id) {
        synchronized (byId) {
            return Optional.ofNullable(byId.get(id));
        }
    }

    /** The file of a kept trace in a format, which is written if it is not there. */
    KeptFile fetch(KeptTrace kept, TraceWriter wanted) throws IOException {
        synchronized (writing) {
            KeptTrace now = find(kept.info().getId()).orElse(kept);
            Optional<KeptFile> there = now.file(wanted);
            if (there.isPresent()) {
                return there.get();
            }
            try (ImportedTrace read = Traces.open(now.readable().path(), ImportOptions.DEFAULT)) {
                KeptFile written =
                        KeptFile.write(read.trace(), wanted, file(kept.info().getId(), wanted));
                List<KeptFile> files = new ArrayList<>(now.files());
                files.add(written);
                put(kept.info().getId(), new KeptTrace(now.info(), files));
                return written;
            }
        }
    }

    private void put(String id, KeptTrace kept) {
        List<KeptTrace> given = new ArrayList<>();
        synchronized (byId) {
            byId.put(id, kept);
            long bytes = byId.values().stream().mapToLong(KeptTrace::bytes).sum();
            List<String> oldestFirst = List.copyOf(byId.keySet());
            for (String oldest : oldestFirst) {
                if (oldest.equals(id) || (byId.size() <= maxTraces && bytes <= maxBytes)) {
                    continue;
                }
                KeptTrace removed = byId.remove(oldest);
                if (removed != null) {
                    bytes -= removed.bytes();
                    given.add(removed);
                }
            }
        }
        // Who is being sent one has it open, and gets it whole.
        given.forEach(each -> each.files().forEach(KeptTraces::delete));
    }

    private static void delete(KeptFile file) {
        try {
            Files.deleteIfExists(file.path());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "A trace that is kept no longer could not be removed", e);
        }
    }
}
