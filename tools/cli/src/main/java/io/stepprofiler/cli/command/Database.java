package io.stepprofiler.cli.command;

import io.stepprofiler.export.TraceFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A file of SQLite that is written in one transaction, under a temporary name until it is complete. */
final class Database implements AutoCloseable {
    private final Path file;
    private final Path temporary;
    private final Connection connection;
    private final Map<String, PreparedStatement> inserts = new HashMap<>();
    private final Map<String, Long> ids = new HashMap<>();

    Database(Path given) throws IOException {
        file = TraceFile.destination(given);
        temporary = TraceFile.newTemporary(file);
        // Ctrl-C ends the process at once.
        temporary.toFile().deleteOnExit();
        try {
            connection = DriverManager.getConnection("jdbc:sqlite:" + temporary);
        } catch (SQLException e) {
            throw failed(e);
        }
        // No other process reads the file before it is complete, so its parts need not be safe on the disk.
        execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; " + schema()[0]);
    }

    private IOException failed(SQLException e) {
        return new IOException(file + " cannot be written: " + e.getMessage(), e);
    }

    /** The tables; then the indices, which are made faster from complete tables. */
    private static String[] schema() throws IOException {
        try (InputStream in = Objects.requireNonNull(Database.class.getResourceAsStream("schema.sql"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).split("(?=CREATE INDEX)", 2);
        }
    }

    private void execute(String commands) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(commands);
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Takes ids of a table, which begin with 1; returns the first. */
    long ids(String table, int count) {
        return ids.merge(table, (long) count, Long::sum) - count + 1;
    }

    /**
     * Adds a row, with a value for each column: the elements of lists, and the others. A truth value is 0 or 1, and an
     * empty text is null.
     */
    void add(String table, @Nullable Object... values) throws IOException {
        List<@Nullable Object> cells = new ArrayList<>();
        for (Object value : values) {
            cells.addAll(value instanceof List<?> several ? several : Collections.singletonList(value));
        }
        try {
            PreparedStatement insert = inserts.get(table);
            if (insert == null) {
                String places = String.join(", ", Collections.nCopies(cells.size(), "?"));
                insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (" + places + ")");
                inserts.put(table, insert);
            }
            for (int i = 0; i < cells.size(); i++) {
                Object cell = cells.get(i);
                insert.setObject(i + 1, "".equals(cell) ? null : cell instanceof Enum<?> word ? word.name() : cell);
            }
            insert.executeUpdate();
        } catch (SQLException e) {
            throw failed(e);
        }
    }

    /** Makes the indices, and gives the file its name. */
    void complete() throws IOException {
        execute(schema()[1] + "COMMIT");
        TraceFile.rename(temporary, file);
    }

    /** Removes the file if it is not complete. */
    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed(e);
        }
        Files.deleteIfExists(temporary);
    }
}
