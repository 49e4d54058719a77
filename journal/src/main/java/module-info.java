/** Journals keep a window on the disk while it is recorded, and read it again. */
module io.stepprofiler.journal {
    requires transitive io.stepprofiler.trace;
    requires com.github.luben.zstd_jni;
    requires static org.jspecify;

    exports io.stepprofiler.journal.blocks;

    provides io.stepprofiler.segment.JournalFormat with
            io.stepprofiler.journal.blocks.Providers.Format;
    provides io.stepprofiler.imports.TraceImporter with
            io.stepprofiler.journal.blocks.Providers.Importer;
}
