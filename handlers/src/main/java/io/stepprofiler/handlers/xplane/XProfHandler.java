package io.stepprofiler.handlers.xplane;

import io.stepprofiler.directory.TraceDirectory;
import io.stepprofiler.directory.TraceDirectory.Part;
import io.stepprofiler.directory.TraceDirectory.PlaceInExport;
import io.stepprofiler.event.RecordingOptions;
import io.stepprofiler.export.ExportMeter;
import io.stepprofiler.export.ExportOptions;
import io.stepprofiler.handlers.chrome.ChromeTraceExporter;
import io.stepprofiler.text.SafeName;
import io.stepprofiler.trace.Trace;
import io.stepprofiler.trace.TraceHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes the trace of each window where <a href="https://openxla.org/xprof">XProf</a> and TensorBoard's Profile plugin
 * look for it: {@code <logDir>/plugins/profile/<session>/<host>.xplane.pb}.
 *
 * <p>A session is named after the start of its window, {@code 2026_11_22_08_30_00}, in the time zone of the process; if
 * there is such a session, {@code _2} and so on is appended. With a given session id, the first window of each host or
 * rank is a file of that session, its second window a file of {@code <id>_2}. The host is the name of the machine,
 * followed by {@code _<rank>} in a distributed run. No file is ever overwritten; each is written under a temporary name
 * and renamed when it is complete.
 *
 * <p>A window that is too long for one file of the format fails with an {@link IOException}.
 *
 * <p>Immutable and safe on any thread.
 *
 * @see XPlaneExporter
 */
public final class XProfHandler implements TraceHandler {
    private static final Logger LOGGER = System.getLogger(XProfHandler.class.getName());
    private static final int MAX_HOST = 128;
    private static final String CHROME = ".trace.json.gz";
    private static final String PERFETTO = "perfetto_trace";

    private final Sessions sessions;
    private final @Nullable String host;
    private final boolean chrome;
    private final boolean perfetto;
    private final ExportOptions options;
    private final XPlaneExporter exporter;

    XProfHandler(
            Sessions sessions,
            @Nullable String host,
            boolean chrome,
            boolean perfetto,
            ExportOptions options,
            XPlaneExporter exporter) {
        this.sessions = sessions;
        this.host = host;
        this.chrome = chrome;
        this.perfetto = perfetto;
        this.options = options;
        this.exporter = exporter;
    }

    /**
     * {@return a handler that writes sessions below a log directory}
     *
     * @param logDir the directory that is given to {@code tensorboard --logdir}, or one below it; created when needed
     */
    public static XProfHandler to(Path logDir) {
        Sessions sessions = new Sessions(new TraceDirectory(logDir).path(), null);
        return new XProfHandler(sessions, null, false, false, ExportOptions.DEFAULT, new XPlaneExporter());
    }

    /**
     * {@return this handler with a given name for the session, which the processes of a run share}
     *
     * @param id 1 to 128 characters of {@code A-Z a-z 0-9 . _ -}, no dot first
     * @throws IllegalArgumentException if it is something else
     */
    public XProfHandler sessionId(String id) {
        return new XProfHandler(new Sessions(sessions.logDir(), id), host, chrome, perfetto, options, exporter);
    }

    /**
     * {@return this handler with another name for the host, in the names of files and inside them} Characters other
     * than {@code A-Z a-z 0-9 . _ -} become {@code _}, and names are truncated to 128 characters.
     *
     * @param name the name, different for each process of a session
     * @throws IllegalArgumentException if the name is empty
     */
    public XProfHandler host(String name) {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "host = '' is not allowed: must have 1 to " + MAX_HOST + " characters of A-Z a-z 0-9 . _ -");
        }
        String safe = SafeName.cut(SafeName.of(name), MAX_HOST);
        return new XProfHandler(sessions, safe, chrome, perfetto, options, exporter.withHost(safe));
    }

    /**
     * {@return this handler writing {@code <host>.trace.json.gz}, too, or not} It is a Chrome trace as
     * {@link ChromeTraceExporter} writes it, with all events; JAX writes such a file with a million events at most.
     *
     * @param written whether it is written; default is false
     */
    public XProfHandler chromeTrace(boolean written) {
        return new XProfHandler(sessions, host, written, perfetto, options, exporter);
    }

    /**
     * {@return this handler writing {@code perfetto_trace.json.gz}, too, or not} It is the same Chrome trace under the
     * name that JAX gives it. The first host of a session has that name, the others {@code
     * <host>.perfetto_trace.json.gz}.
     *
     * @param written whether it is written; default is false
     */
    public XProfHandler perfettoTrace(boolean written) {
        return new XProfHandler(sessions, host, chrome, written, options, exporter);
    }

    /**
     * {@return this handler reporting its progress}
     *
     * @param how options; default {@link ExportOptions#DEFAULT}
     */
    public XProfHandler options(ExportOptions how) {
        return new XProfHandler(sessions, host, chrome, perfetto, how, exporter);
    }

    @Override
    public Optional<Path> directory() {
        return Optional.of(sessions.logDir());
    }

    /**
     * Creates the directories, and writes and deletes an empty trace in them.
     *
     * @throws UncheckedIOException if that fails, naming the directory, the user and the remedy
     */
    @Override
    public void onStart(RecordingOptions recorded) {
        new TraceDirectory(sessions.logDir()).probe(XPlaneExporter.SUFFIX, exporter);
        new TraceDirectory(sessions.directory()).probe(XPlaneExporter.SUFFIX, exporter);
    }

    @Override
    public void onTraceReady(Trace trace) throws IOException {
        write(trace);
    }

    /**
     * Writes a trace as a session, and logs the paths of the files.
     *
     * @param trace the trace
     * @return the directory of the session
     * @throws IOException if a file cannot be written, or would be too long for the format; earlier files remain, and
     *     there is no session without a file
     */
    public Path write(Trace trace) throws IOException {
        int files = 1 + (chrome ? 1 : 0) + (perfetto ? 1 : 0);
        ExportMeter meter = options.meter(trace.account().held() * files);
        String hostName = host != null ? host : hostOf(trace);
        Path session = sessions.open(trace, hostName);
        try {
            TraceDirectory directory = new TraceDirectory(session);
            List<Part> parts = new ArrayList<>(List.of(new Part(XPlaneExporter.SUFFIX, exporter, howToOpen())));
            if (chrome) {
                parts.add(new Part(CHROME, new ChromeTraceExporter(), howToOpenChrome()));
            }
            directory.write(trace, numbered(hostName), parts, LOGGER, new PlaceInExport(0, files, meter));
            if (perfetto) {
                Part part = new Part(".json.gz", new ChromeTraceExporter(), howToOpenChrome());
                LongFunction<String> others = numbered(hostName + "." + PERFETTO);
                AtomicInteger asked = new AtomicInteger();
                directory.write(
                        trace,
                        nanos -> asked.getAndIncrement() == 0 ? PERFETTO : others.apply(nanos),
                        List.of(part),
                        LOGGER,
                        new PlaceInExport(parts.size(), files, meter));
            }
            EventFile.writeTo(sessions.logDir(), trace.start().epochNanos(), hostName);
            return session;
        } finally {
            removeIfEmpty(session);
        }
    }

    /** Gives the name first, then the name with numbers: another process may have taken it. */
    private static LongFunction<String> numbered(String name) {
        AtomicInteger asked = new AtomicInteger();
        return nanos -> {
            int number = asked.incrementAndGet();
            return number == 1 ? name : name + "_" + number;
        };
    }

    private static String hostOf(Trace trace) {
        String rank = trace.distributedInfo().map(info -> "_" + info.rank()).orElse("");
        String name = trace.process().host();
        return SafeName.cut(SafeName.of(name.isEmpty() ? "localhost" : name), MAX_HOST - rank.length()) + rank;
    }

    private static void removeIfEmpty(Path session) throws IOException {
        try {
            Files.deleteIfExists(session);
        } catch (DirectoryNotEmptyException e) {
            // The session has files.
        }
    }

    private String howToOpen() {
        return "Open it with XProf, or TensorBoard and its plugin tensorboard-plugin-profile: tensorboard --logdir "
                + sessions.logDir().toAbsolutePath();
    }

    private static String howToOpenChrome() {
        return "Open it at https://ui.perfetto.dev";
    }
}
