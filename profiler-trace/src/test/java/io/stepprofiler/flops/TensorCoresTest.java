package io.stepprofiler.flops;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TensorCoresTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "volta_h884gemm_128x128_ldg8_nn",
                "turing_fp16_s1688gemm_fp16_128x128_ldg8_f2f_tn",
                "ampere_bf16_s16816gemm_bf16_128x64_ldg8_f2f_stages_64x4_nn",
                "turing_int8_i8816gemm_int8_128x64_ldg16_relu_nt",
                "ampere_sgemm_hmma_32x32",
                "void cutlass::Kernel<cutlass_80_tensorop_s1688gemm_128x128_16x4_tn_align4>(Params)",
                "sm80_xmma_gemm_f16f16_f16f32_f32_tn_n_tilesize128x128x32_stage4_warpsize2x2x1_tensor16x8x16_kernel",
                "sm86_xmma_fprop_implicit_gemm_indexed_tf32f32_tf32f32_f32_nhwckrsc_nhwc",
                "nvjet_hsh_wgmma_128x256",
                "void flash_fwd_kernel<Flash_fwd_kernel_traits<64, 128, 128, 4>>(Flash_fwd_params)",
            })
    void kernel_namedByItsInstruction_usesThem(String kernel) {
        assertThat(TensorCores.areUsedBy(kernel)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ampere_sgemm_128x64_nn",
                "sm80_xmma_gemm_f32f32_f32f32_f32_nn_n_tilesize32x32x8_stage3_warpsize1x2x1_ffma_aligna4_alignc4",
                "void at::native::vectorized_elementwise_kernel<4, at::native::AddFunctor<float>>(int)",
                "void gemmk1_kernel<int, float, 256, 5, false>(cublasGemmk1Params<float>)",
                "ncclDevKernel_AllReduce_Sum_f32_RING_LL",
                "gamma_beta_backward_16816",
                "volta_scudnn_128x32_relu_small_nn_v1",
                "s8845678",
                "",
            })
    void kernel_namedOtherwise_isTakenForOneThatDoesNot(String kernel) {
        assertThat(TensorCores.areUsedBy(kernel)).isFalse();
    }
}
