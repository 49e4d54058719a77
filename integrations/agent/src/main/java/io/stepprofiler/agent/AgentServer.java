package io.stepprofiler.agent;

import io.stepprofiler.ProfileBuilder;
import io.stepprofiler.agent.options.AgentOptions;
import io.stepprofiler.agent.options.Option;
import io.stepprofiler.agent.options.ServerToken;
import io.stepprofiler.capture.ProfilerServer;
import io.stepprofiler.capture.ServerOptions;
import io.stepprofiler.capture.announced.Announcements;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;

/** The capture server. A separate class, so that classes of the server are loaded only if the option is given. */
final class AgentServer implements AutoCloseable {
    private final ProfilerServer server;

    private AgentServer(ProfilerServer server) {
        this.server = server;
    }

    /**
     * Opens the server.
     *
     * @param captures configures what each capture records by default
     * @throws IOException if it cannot listen, or a file cannot be read
     */
    static AgentServer open(AgentOptions options, UnaryOperator<ProfileBuilder> captures) throws IOException {
        ServerOptions told =
                ServerOptions.of(options.get(Option.SERVER).orElse(0)).captures(captures);
        if (!options.get(Option.SERVER_HOST).isEmpty()) {
            told = told.host(options.get(Option.SERVER_HOST));
        }
        ServerToken token = options.get(Option.SERVER_TOKEN);
        if (token.made()) {
            told = told.tokenFile(Announcements.newToken());
        }
        for (Path file : token.file()) {
            told = told.tokenFile(file);
        }
        for (Path chain : options.get(Option.SERVER_CERTIFICATE)) {
            for (Path key : options.get(Option.SERVER_KEY)) {
                told = told.certificate(chain, key);
            }
        }
        for (Path authorities : options.get(Option.SERVER_CLIENTS)) {
            told = told.clients(authorities);
        }
        for (Path directory : options.get(Option.REGISTER)) {
            told = told.register(directory);
        }
        return new AgentServer(ProfilerServer.start(told));
    }

    /** Returns the server's address for messages. */
    String address() {
        return "port " + server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
