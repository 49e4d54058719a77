package io.stepprofiler.frameworks;

/** ONNX Runtime. */
final class OnnxRuntime {
    static final Framework FRAMEWORK =
            Framework.named("ONNX Runtime").classes("ai.onnxruntime.").framework();

    private OnnxRuntime() {}
}
