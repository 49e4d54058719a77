package io.stepprofiler.frameworks;

/** XGBoost, from Java. */
final class XgBoost {
    static final Framework FRAMEWORK = Framework.named("XGBoost")
            .library("XGBoost4J")
            .classes("ml.dmlc.xgboost4j.")
            .artifacts("ml.dmlc/xgboost4j_2.13", "ml.dmlc/xgboost4j_2.12")
            .files("/libxgboost4j")
            .framework();

    private XgBoost() {}
}
